import type { Bridge } from "../../bridge.ts";
import { binary, bytesFrom, bytesOf } from "../../encode.ts";
import { numberMethods } from "./buffer_numbers.ts";

/** Makes the subset of node's `Buffer` that scripts use. */
export function createBuffer(bridge: Bridge): unknown {
  const encoded = (text: string, encoding: string): Uint8Array => {
    switch (encoding.toLowerCase()) {
      case "utf8":
      case "utf-8":
        return bridge.call("text.encode", text);
      case "hex":
        return Uint8Array.from(
          text.match(/[0-9a-f]{2}/gi) ?? [],
          (pair) => parseInt(pair, 16),
        );
      case "base64":
      case "base64url":
        return bridge.call("base64.decode", text);
      case "latin1":
      case "binary":
      case "ascii":
        return bytesFrom(text);
      case "utf16le":
      case "utf-16le":
      case "ucs2":
        return new Uint8Array(
          Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer,
        );
      default:
        throw new TypeError(`Unknown encoding "${encoding}"`);
    }
  };
  const decoded = (bytes: Uint8Array, encoding: string): string => {
    switch (encoding.toLowerCase()) {
      case "utf8":
      case "utf-8":
        return bridge.call("text.decode", bytes, "utf-8", { ignoreBOM: true });
      case "hex":
        return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
      case "base64":
        return bridge.call("base64.encode", bytes);
      case "base64url":
        return bridge.call("base64.encode", bytes).replaceAll("+", "-")
          .replaceAll("/", "_").replace(/=+$/, "");
      case "latin1":
      case "binary":
        return binary(bytes);
      case "ascii":
        return binary(bytes.map((byte) => byte & 0x7f));
      case "utf16le":
      case "utf-16le":
      case "ucs2":
        return bridge.call(
          "text.decode",
          bytes.subarray(0, bytes.length & ~1),
          "utf-16le",
          { ignoreBOM: true },
        );
      default:
        throw new TypeError(`Unknown encoding "${encoding}"`);
    }
  };

  /** The bytes of what a buffer is searched for or filled with. */
  const partOf = (value: unknown, encoding: unknown): Uint8Array => {
    if (typeof value === "number") return Uint8Array.of(value);
    if (typeof value === "string") return encoded(value, `${encoding}`);
    const bytes = bytesOf(value);
    if (bytes === undefined) {
      throw new TypeError("Give a text, a number or a buffer");
    }
    return bytes;
  };

  class Buffer extends Uint8Array<ArrayBuffer> {
    /** Old scripts write `new Buffer("text", "base64")`. */
    constructor(value: unknown, encoding?: unknown, length?: number) {
      super(
        ...(typeof value === "string"
          ? [encoded(value, `${encoding ?? "utf8"}`)]
          : [value, encoding, length]) as [ArrayBuffer, number?, number?],
      );
    }

    static override from(
      value: unknown,
      encoding?: unknown,
      length?: number,
    ): Buffer {
      if (typeof value === "string" || value instanceof String) {
        return copied(encoded(`${value}`, `${encoding ?? "utf8"}`));
      }
      if (value instanceof ArrayBuffer) {
        return new Buffer(value, Number(encoding ?? 0), length);
      }
      const { type, data } = Object(value) as Record<string, unknown>;
      const items = type === "Buffer" ? data : value;
      if (typeof items !== "object" || items === null) {
        throw new TypeError(
          "Cannot make the buffer: give a text, a list of bytes or a buffer",
        );
      }
      return copied(Uint8Array.from(items as ArrayLike<number>));
    }

    static alloc(size: number, fill: unknown = 0, encoding = "utf8"): Buffer {
      const buffer = new Buffer(new ArrayBuffer(size));
      if (fill !== 0) buffer.fill(fill as number, 0, size, encoding);
      return buffer;
    }

    static allocUnsafe(size: number): Buffer {
      return new Buffer(new ArrayBuffer(size));
    }

    static allocUnsafeSlow(size: number): Buffer {
      return new Buffer(new ArrayBuffer(size));
    }

    static isBuffer(value: unknown): boolean {
      return value instanceof Buffer;
    }

    static isEncoding(name: unknown): boolean {
      try {
        encoded("", `${name}`);
        return true;
      } catch {
        return false;
      }
    }

    static byteLength(value: unknown, encoding = "utf8"): number {
      return typeof value === "string"
        ? encoded(value, encoding).length
        : partOf(Object(value), encoding).length;
    }

    static concat(parts: readonly Uint8Array[], length?: number): Buffer {
      const size = length ?? parts.reduce((sum, part) => sum + part.length, 0);
      const buffer = new Buffer(new ArrayBuffer(size));
      let at = 0;
      for (const part of parts) {
        buffer.set(part.subarray(0, size - at), at);
        at += part.length;
        if (at >= size) break;
      }
      return buffer;
    }

    static compare(a: Uint8Array, b: Uint8Array): number {
      for (let i = 0; i < a.length && i < b.length; i++) {
        if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
      }
      return Math.sign(a.length - b.length);
    }

    override toString(encoding = "utf8", start = 0, end?: number): string {
      return decoded(this.subarray(Math.max(0, start), end), encoding);
    }

    toJSON(): { type: "Buffer"; data: number[] } {
      return { type: "Buffer", data: [...this] };
    }

    equals(other: Uint8Array): boolean {
      return Buffer.compare(this, other) === 0;
    }

    compare(other: Uint8Array): number {
      return Buffer.compare(this, other);
    }

    write(
      text: string,
      offset: number | string = 0,
      length?: number | string,
      encoding = "utf8",
    ): number {
      if (typeof offset === "string") {
        return this.write(text, 0, undefined, offset);
      }
      if (typeof length === "string") {
        return this.write(text, offset, undefined, length);
      }
      const bytes = encoded(text, encoding).subarray(0, length)
        .subarray(0, this.length - offset);
      this.set(bytes, offset);
      return bytes.length;
    }

    copy(target: Uint8Array, at = 0, start = 0, end = this.length): number {
      const part = this.subarray(start, end).subarray(0, target.length - at);
      target.set(part, at);
      return part.length;
    }

    override fill(
      value: unknown,
      start = 0,
      end = this.length,
      encoding = "utf8",
    ): this {
      const bytes = partOf(value, encoding);
      for (let i = start; i < end && bytes.length > 0; i++) {
        this[i] = bytes[(i - start) % bytes.length];
      }
      return this;
    }

    override indexOf(value: unknown, from = 0, encoding = "utf8"): number {
      const bytes = partOf(value, encoding);
      const last = this.length - bytes.length;
      for (let i = from < 0 ? from + this.length : from; i <= last; i++) {
        if (bytes.every((byte, at) => this[i + at] === byte)) return i;
      }
      return -1;
    }

    override lastIndexOf(
      value: unknown,
      from = this.length,
      encoding = "utf8",
    ): number {
      const bytes = partOf(value, encoding);
      const start = from < 0 ? from + this.length : from;
      for (let i = Math.min(start, this.length - bytes.length); i >= 0; i--) {
        if (bytes.every((byte, at) => this[i + at] === byte)) return i;
      }
      return -1;
    }

    override includes(value: unknown, from = 0, encoding = "utf8"): boolean {
      return this.indexOf(value, from, encoding) !== -1;
    }
  }
  for (const [name, method] of Object.entries(numberMethods())) {
    Object.defineProperty(Buffer.prototype, name, {
      value: method,
      writable: true,
      configurable: true,
    });
  }

  function copied(bytes: Uint8Array): Buffer {
    const buffer = new Buffer(new ArrayBuffer(bytes.length));
    buffer.set(bytes);
    return buffer;
  }
  return Buffer;
}
