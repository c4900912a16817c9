import type { Bridge } from "../../bridge.ts";
import { bytesOf } from "../../encode.ts";

interface Key {
  readonly type: "secret";
  readonly algorithm: { readonly name: "HMAC"; readonly hash: string };
  readonly bytes: Uint8Array;
}

/** Makes `crypto`: random values, digests and HMAC. */
export function createCrypto(bridge: Bridge): Record<string, unknown> {
  const subtle = {
    digest: promising((algorithm: unknown, data: unknown) =>
      bufferOf(bridge.call("crypto.hash", nameOf(algorithm), dataOf(data)))
    ),
    importKey: promising(
      (format: unknown, data: unknown, algorithm: unknown): Key => {
        const { name, hash } = Object(algorithm) as Record<string, unknown>;
        if (format !== "raw" || `${name}`.toUpperCase() !== "HMAC") {
          throw new TypeError(
            `Cannot import the key: the sandbox knows raw HMAC keys only; other algorithms need --trust-scripts`,
          );
        }
        return {
          type: "secret",
          algorithm: { name: "HMAC", hash: nameOf(hash) },
          bytes: dataOf(data),
        };
      },
    ),
    sign: promising((_algorithm: unknown, key: Key, data: unknown) =>
      bufferOf(
        bridge.call("crypto.hmac", key.algorithm.hash, key.bytes, dataOf(data)),
      )
    ),
    verify: promising((
      _algorithm: unknown,
      key: Key,
      signature: unknown,
      data: unknown,
    ) => {
      const expected = bridge.call(
        "crypto.hmac",
        key.algorithm.hash,
        key.bytes,
        dataOf(data),
      );
      const given = dataOf(signature);
      return expected.length === given.length &&
        expected.every((byte, i) => byte === given[i]);
    }),
  };
  return {
    subtle,
    randomUUID: () => uuid(bridge.call("crypto.random", 16)),
    getRandomValues: <T extends ArrayBufferView>(view: T): T => {
      dataOf(view).set(bridge.call("crypto.random", view.byteLength));
      return view;
    },
  };
}

/** A version 4 UUID of 16 random bytes. */
export function uuid(bytes: Uint8Array): string {
  bytes[6] = bytes[6] & 0x0f | 0x40;
  bytes[8] = bytes[8] & 0x3f | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]]
    .map(([from, to]) => hex.slice(from, to)).join("-");
}

function promising<A extends unknown[], R>(
  act: (...args: A) => R,
): (...args: A) => Promise<R> {
  return (...args) => new Promise((resolve) => resolve(act(...args)));
}

function nameOf(algorithm: unknown): string {
  return typeof algorithm === "string"
    ? algorithm
    : `${(Object(algorithm) as { name?: unknown }).name}`;
}

function dataOf(data: unknown): Uint8Array {
  const bytes = bytesOf(data);
  if (bytes === undefined) {
    throw new TypeError("Cannot read the data: give a buffer or a typed array");
  }
  return bytes;
}

function bufferOf(bytes: Uint8Array): ArrayBufferLike {
  return bytes.buffer;
}
