import type { Bridge } from "../../../core/script/border/bridge.ts";
import { bytesOf } from "../../../core/script/border/encode.ts";

interface KeyParts {
  readonly type: "secret";
  readonly extractable: boolean;
  readonly algorithm: {
    readonly name: "HMAC";
    readonly hash: { readonly name: string };
    readonly length: number;
  };
  readonly usages: readonly string[];
}

/** Only `importKey` makes keys; packages ask whether a value is one. */
class CryptoKey {
  constructor() {
    throw new TypeError("Cannot make a key: use crypto.subtle.importKey");
  }
}

type Key = CryptoKey & KeyParts;

/** Makes `crypto`, with random values, digests and HMAC, and `CryptoKey`. */
export function createCrypto(bridge: Bridge): Record<string, unknown> {
  const bytesOfKey = new WeakMap<object, Uint8Array>();
  const bytesFor = (key: Key, usage: string | undefined): Uint8Array => {
    const bytes = bytesOfKey.get(Object(key));
    if (bytes === undefined) {
      throw new TypeError("Give a key that crypto.subtle.importKey gave");
    }
    if (usage !== undefined && !key.usages.includes(usage)) {
      throw new TypeError(
        `The key is not for "${usage}": name it when you import it`,
      );
    }
    return bytes;
  };
  const hmac = (key: Key, usage: string, data: unknown) => {
    const bytes = bytesFor(key, usage);
    const { name } = key.algorithm.hash;
    return bridge.call("crypto.hmac", name, bytes, dataOf(data));
  };
  const jwkBytes = (jwk: unknown) =>
    bridge.call("base64.decode", `${(Object(jwk) as { k?: unknown }).k}`);
  const subtle = {
    digest: promising((algorithm: unknown, data: unknown) =>
      bufferOf(bridge.call("crypto.hash", nameOf(algorithm), dataOf(data)))
    ),
    importKey: promising(
      (
        format: unknown,
        data: unknown,
        algorithm: unknown,
        extractable: unknown,
        usages: unknown = [],
      ): Key => {
        const { name, hash } = Object(algorithm) as Record<string, unknown>;
        const bytes = format === "jwk" ? jwkBytes(data) : dataOf(data);
        if (
          format !== "raw" && format !== "jwk" ||
          `${name}`.toUpperCase() !== "HMAC"
        ) {
          throw new TypeError(
            `Cannot import the key: the sandbox knows HMAC keys only, "raw" and "jwk"; others need --trust-scripts`,
          );
        }
        if (bytes.length === 0) {
          throw new TypeError("Cannot import the key: it is empty");
        }
        const parts: KeyParts = {
          type: "secret",
          extractable: Boolean(extractable),
          algorithm: {
            name: "HMAC",
            hash: { name: nameOf(hash) },
            length: bytes.length * 8,
          },
          usages: [...usages as string[]],
        };
        const key = Object.assign(Object.create(CryptoKey.prototype), parts);
        bytesOfKey.set(key, bytes.slice());
        return key;
      },
    ),
    exportKey: promising((format: unknown, key: Key) => {
      if (format !== "raw") {
        throw new TypeError('Cannot export the key: the sandbox knows "raw"');
      }
      if (!key.extractable) {
        throw new TypeError(
          "Cannot export the key: it was imported as not extractable",
        );
      }
      return bufferOf(bytesFor(key, undefined).slice());
    }),
    sign: promising((_algorithm: unknown, key: Key, data: unknown) =>
      bufferOf(hmac(key, "sign", data))
    ),
    verify: promising((
      _algorithm: unknown,
      key: Key,
      signature: unknown,
      data: unknown,
    ) => {
      const expected = hmac(key, "verify", data);
      const given = dataOf(signature);
      return expected.length === given.length &&
        expected.every((byte, i) => byte === given[i]);
    }),
  };
  const crypto = {
    subtle,
    randomUUID: () => uuid(bridge.call("crypto.random", 16)),
    getRandomValues: <T extends ArrayBufferView>(view: T): T => {
      const bytes = dataOf(view);
      if (
        view instanceof Float32Array || view instanceof Float64Array ||
        view instanceof DataView
      ) {
        throw new TypeError(
          "Cannot make the random values: give an array of integers",
        );
      }
      bytes.set(bridge.call("crypto.random", view.byteLength));
      return view;
    },
  };
  return { crypto, CryptoKey };
}

/** A version 4 UUID of 16 random bytes. */
function uuid(bytes: Uint8Array): string {
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
