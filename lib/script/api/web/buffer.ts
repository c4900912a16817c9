import type { Bridge } from "../../bridge.ts";
import { binary, bytesFrom, bytesOf } from "../../encode.ts";

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
        return bridge.call("text.decode", bytes, "utf-8", false);
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
        return bridge.call("text.decode", bytes, "utf-16le", false);
      default:
        throw new TypeError(`Unknown encoding "${encoding}"`);
    }
  };

  class Buffer extends Uint8Array<ArrayBuffer> {
    static override from(
      value: unknown,
      encoding?: unknown,
      length?: number,
    ): Buffer {
      if (typeof value === "string") {
        return copied(encoded(value, `${encoding ?? "utf8"}`));
      }
      if (value instanceof ArrayBuffer) {
        return new Buffer(value, Number(encoding ?? 0), length);
      }
      const bytes = bytesOf(value);
      if (bytes !== undefined) return copied(bytes);
      const { type, data } = Object(value) as Record<string, unknown>;
      const items = type === "Buffer" ? data : value;
      return copied(Uint8Array.from(items as ArrayLike<number>));
    }

    static alloc(size: number, fill?: number | string): Buffer {
      const buffer = new Buffer(new ArrayBuffer(size));
      if (typeof fill === "number") buffer.fill(fill);
      else if (fill !== undefined) {
        const bytes = encoded(fill, "utf8");
        for (let i = 0; i < size; i++) buffer[i] = bytes[i % bytes.length];
      }
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
        : bytesOf(value)?.length ?? 0;
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
      return decoded(this.subarray(start, end), encoding);
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
      offset = 0,
      length?: number,
      encoding = "utf8",
    ): number {
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

    readUInt8(offset = 0): number {
      return this[offset];
    }

    readUInt16BE(offset = 0): number {
      return this.#view().getUint16(offset);
    }

    readUInt32BE(offset = 0): number {
      return this.#view().getUint32(offset);
    }

    readUInt16LE(offset = 0): number {
      return this.#view().getUint16(offset, true);
    }

    readUInt32LE(offset = 0): number {
      return this.#view().getUint32(offset, true);
    }

    writeUInt8(value: number, offset = 0): number {
      this[offset] = value;
      return offset + 1;
    }

    writeUInt16BE(value: number, offset = 0): number {
      this.#view().setUint16(offset, value);
      return offset + 2;
    }

    writeUInt32BE(value: number, offset = 0): number {
      this.#view().setUint32(offset, value);
      return offset + 4;
    }

    #view(): DataView {
      return new DataView(this.buffer, this.byteOffset, this.byteLength);
    }
  }

  function copied(bytes: Uint8Array): Buffer {
    const buffer = new Buffer(new ArrayBuffer(bytes.length));
    buffer.set(bytes);
    return buffer;
  }
  return Buffer;
}
