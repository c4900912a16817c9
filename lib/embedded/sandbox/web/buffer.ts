import type { Bridge } from "../../../core/script/border/bridge.ts";

/** What is changed of the `buffer` package's class. */
interface BufferClass {
  from(value: unknown, encoding?: unknown, length?: unknown): Uint8Array;
  isEncoding(name: unknown): boolean;
  byteLength(value: unknown, encoding?: unknown): number;
  readonly prototype: { [name: string]: Method; toString: Method };
}

type Method = (...args: unknown[]) => unknown;

/** Methods that take a text and its encoding. */
const TAKING_TEXT = ["write", "fill", "indexOf", "lastIndexOf", "includes"];

/**
 * Completes the `buffer` package's Buffer: it lacks node's encoding base64url,
 * and Brace is faster and stricter than it with UTF-8 and base64.
 */
export function completeBuffer<T>(bridge: Bridge, given: T): T {
  const Buffer = given as unknown as BufferClass;
  const { from, isEncoding, byteLength, prototype } = Buffer;
  const { toString } = prototype;
  const bytesOf = (text: string, encoding: unknown) => {
    switch (nameOf(encoding)) {
      case "utf8":
        return bridge.call("text.encode", text);
      case "base64":
      case "base64url":
        return bridge.call("base64.decode", text.split("=", 1)[0]);
      default:
        return undefined;
    }
  };
  const textOf = (bytes: Uint8Array, encoding: unknown) => {
    switch (nameOf(encoding)) {
      case "utf8":
        return bridge.call("text.decode", bytes, "utf-8", { ignoreBOM: true });
      case "base64":
        return bridge.call("base64.encode", bytes);
      case "base64url":
        return bridge.call("base64.encode", bytes).replaceAll("+", "-")
          .replaceAll("/", "_").replace(/=+$/, "");
      default:
        return undefined;
    }
  };
  Buffer.isEncoding = (name) =>
    nameOf(name) === "base64url" || isEncoding(name);
  Buffer.from = (value, encoding, length) => {
    const bytes = typeof value === "string"
      ? bytesOf(value, encoding)
      : undefined;
    if (bytes !== undefined) return from(bytes.buffer);
    const isHex = typeof value === "string" && nameOf(encoding) === "hex";
    return from(isHex ? hexOf(value) : value, encoding, length);
  };
  Buffer.byteLength = (value, encoding) => byteLength(value, plain(encoding));
  for (const name of TAKING_TEXT) {
    const method = prototype[name];
    prototype[name] = function (this: unknown, text, ...rest) {
      return method.call(this, text, ...rest.map(plain));
    };
  }
  prototype.toString = function (this: unknown, encoding, start, end) {
    const bytes = this as Uint8Array;
    const part = () => {
      const first = Math.max(0, Number(start) || 0);
      const last = end === undefined ? bytes.length : Number(end) || 0;
      return bytes.subarray(first, Math.max(first, last));
    };
    return textOf(part(), encoding) ??
      toString.call(this, encoding, start, end);
  };
  return given;
}

/** The encoding that the package knows for one that it does not: its base64 reads both. */
function plain(encoding: unknown): unknown {
  return nameOf(encoding) === "base64url" ? "base64" : encoding;
}

/** The text up to what is not a digit, which the package takes for a sign. */
function hexOf(text: string): string {
  const end = text.search(/[^0-9a-f]/i);
  return end === -1 ? text : text.slice(0, end);
}

function nameOf(encoding: unknown): string {
  return typeof encoding === "string"
    ? encoding.toLowerCase().replace("utf-8", "utf8")
    : encoding === undefined || encoding === null
    ? "utf8"
    : "";
}
