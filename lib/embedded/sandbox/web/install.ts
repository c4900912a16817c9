import type { Bridge } from "../../../core/script/border/bridge.ts";
import {
  binary,
  bytesFrom,
  bytesOf,
} from "../../../core/script/border/encode.ts";
import { createCrypto } from "./crypto.ts";
import { SearchParams } from "./search_params.ts";
import { createUrl } from "./url.ts";
import { sendByScript } from "../http/send.ts";
import { FetchHeaders } from "./headers.ts";
import { createResponseClass } from "./response.ts";

/** Makes the globals of the web and of node that scripts count on. */
export function createWeb(
  bridge: Bridge,
  packages: { readonly Buffer: unknown },
): Record<string, unknown> {
  return {
    ...createText(bridge),
    ...createFetch(bridge),
    URL: createUrl(bridge),
    URLSearchParams: SearchParams,
    Buffer: completeBuffer(bridge, packages.Buffer),
    ...createCrypto(bridge),
    structuredClone,
    atob: (text: unknown) => {
      const base64 = `${text}`.replace(/[ \t\n\f\r]/g, "");
      const digits = base64.replace(/={1,2}$/, "");
      // Tokens carry the characters of base64url.
      if (!/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1) {
        throw new TypeError("Cannot decode the text: it is not base64");
      }
      return binary(bridge.call("base64.decode", digits));
    },
    btoa: (text: unknown) => {
      const latin = `${text}`;
      // deno-lint-ignore no-control-regex
      if (/[^\u0000-\u00ff]/.test(latin)) {
        throw new TypeError(
          "Cannot encode the text: btoa takes characters up to U+00FF; use Buffer.from(text).toString('base64')",
        );
      }
      return bridge.call("base64.encode", bytesFrom(latin));
    },
  };
}

/** Makes `fetch`; it sends through Brace's engine and network policy. */
function createFetch(bridge: Bridge): Record<string, unknown> {
  const { Response, responseOf } = createResponseClass(bridge);
  const start = async (
    target: unknown,
    { method = "GET", headers, body, redirect }: Record<string, unknown>,
  ) => {
    const url = `${target}`;
    const received = await sendByScript(bridge, {
      url,
      method,
      headers: headers instanceof FetchHeaders ? [...headers] : headers,
      data: body,
      ...redirect === "manual" || redirect === "error"
        ? { maxRedirects: 0 }
        : {},
    }, { raw: true, textType: "text/plain;charset=UTF-8" });
    const response = responseOf(received, url);
    if (
      redirect === "error" && response.status >= 300 && response.status < 400 &&
      response.headers.has("location")
    ) {
      throw new TypeError(
        `Cannot fetch "${url}": the server redirects, and redirect is "error"`,
      );
    }
    return response;
  };
  // A promise of this kind is watched; that of an async function is not.
  const fetch = (target: unknown, options: Record<string, unknown> = {}) =>
    new Promise((resolve) => resolve(start(target, options)));
  return { fetch, Headers: FetchHeaders, Response };
}

/** Makes `TextEncoder` and `TextDecoder`. */
function createText(bridge: Bridge): Record<string, unknown> {
  class SandboxTextEncoder {
    readonly encoding = "utf-8";

    encode(text: unknown = ""): Uint8Array {
      return bridge.call("text.encode", `${text}`);
    }

    encodeInto(
      text: unknown,
      target: Uint8Array,
    ): { read: number; written: number } {
      let read = 0;
      let written = 0;
      for (const character of `${text}`) {
        const bytes = this.encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        read += character.length;
        written += bytes.length;
      }
      return { read, written };
    }
  }
  class SandboxTextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;

    constructor(
      label: unknown = "utf-8",
      options: { fatal?: unknown; ignoreBOM?: unknown } = {},
    ) {
      this.encoding = bridge.call("text.encoding", `${label}`);
      this.fatal = Boolean(options.fatal);
      this.ignoreBOM = Boolean(options.ignoreBOM);
    }

    decode(data?: unknown, options: { stream?: unknown } = {}): string {
      if (options.stream) {
        throw new TypeError(
          "Cannot decode the text in parts: give all its bytes at once",
        );
      }
      const bytes = data === undefined ? new Uint8Array() : bytesOf(data);
      if (bytes === undefined) {
        throw new TypeError("Cannot decode the text: give a buffer");
      }
      const { encoding, fatal, ignoreBOM } = this;
      return bridge.call("text.decode", bytes, encoding, { fatal, ignoreBOM });
    }
  }
  return { TextEncoder: SandboxTextEncoder, TextDecoder: SandboxTextDecoder };
}

/** `structuredClone` for what scripts hold: plain data, dates, maps, sets, errors, bytes, cycles. */
function structuredClone(value: unknown): unknown {
  return clone(value, new Map());
}

const ERRORS = [
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
];

function clone(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`Cannot clone a ${typeof value}`);
  }
  if (typeof value !== "object" || value === null) return value;
  if (known.has(value)) return known.get(value);
  const keep = <T>(copy: T): T => {
    known.set(value, copy);
    return copy;
  };
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) {
    return keep(new RegExp(value.source, value.flags));
  }
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (value instanceof DataView) {
    const { buffer, byteOffset, byteLength } = value;
    return keep(
      new DataView(buffer.slice(byteOffset, byteOffset + byteLength)),
    );
  }
  if (ArrayBuffer.isView(value)) {
    const type = value.constructor as Uint8ArrayConstructor;
    return keep(new type(value as Uint8Array));
  }
  if (value instanceof Map) {
    const copy = keep(new Map());
    for (const [k, v] of value) copy.set(clone(k, known), clone(v, known));
    return copy;
  }
  if (value instanceof Set) {
    const copy = keep(new Set());
    for (const v of value) copy.add(clone(v, known));
    return copy;
  }
  if (value instanceof Error) {
    const { name } = value;
    const type = ERRORS.find((it) => it.name === name) ?? Error;
    const copy = keep(new type(value.message));
    if ("cause" in value) copy.cause = clone(value.cause, known);
    return copy;
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = keep([]);
    copy.length = value.length;
    value.forEach((v, i) => copy[i] = clone(v, known));
    return copy;
  }
  if (
    value instanceof Promise || value instanceof WeakMap ||
    value instanceof WeakSet || value instanceof WeakRef
  ) throw new TypeError("Cannot clone a promise or a weak reference");
  const copy: Record<string, unknown> = keep({});
  for (const [k, v] of Object.entries(value)) copy[k] = clone(v, known);
  return copy;
}

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
function completeBuffer<T>(bridge: Bridge, given: T): T {
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
