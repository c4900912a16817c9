import { unresolvedHint } from "../placeholder_hint.ts";
import { parseJson } from "../../scope/value/parse_json.ts";
import type { Calls, UrlParts } from "./bridge.ts";

type TextCalls = Pick<
  Calls,
  | "text.encode"
  | "text.decode"
  | "text.encoding"
  | "json.parse"
  | "base64.encode"
  | "base64.decode"
  | "url.parse"
  | "url.set"
>;

/** What scripts ask of Brace about texts and URLs; nothing of it depends on the request. */
export const texts: TextCalls = {
  "text.encode": (text) => new TextEncoder().encode(`${text}`),
  "text.decode": (bytes, label, options) =>
    new TextDecoder(`${label}`, {
      fatal: options?.fatal === true,
      ignoreBOM: options?.ignoreBOM === true,
    }).decode(bytes),
  "text.encoding": (label) => {
    try {
      return new TextDecoder(`${label}`).encoding;
    } catch {
      throw new RangeError(
        `Cannot decode text: the encoding "${label}" is unknown`,
      );
    }
  },
  "json.parse": (text) => parseJson(`${text}`.replace(/^\ufeff/, "")),
  "base64.encode": (bytes) => btoa(latin(bytes)),
  "base64.decode": (text) => {
    const standard = `${text}`.replaceAll("-", "+").replaceAll("_", "/")
      .replace(/[^A-Za-z0-9+/]/g, "");
    return Uint8Array.from(
      atob(standard.length % 4 === 1 ? standard.slice(0, -1) : standard),
      (character) => character.charCodeAt(0),
    );
  },
  "url.parse": (url, base) => {
    if (!URL.canParse(`${url}`, base)) {
      const why = unresolvedHint(`${url}`) || "it is not absolute";
      throw new TypeError(`Cannot read the URL "${url}": ${why}`);
    }
    return partsOf(new URL(`${url}`, base));
  },
  "url.set": (url, part, value) => {
    const changed = new URL(`${url}`);
    if (part in changed) {
      (changed as unknown as Record<string, string>)[part] = `${value}`;
    }
    return partsOf(changed);
  },
};

function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function partsOf(url: URL): UrlParts {
  const { href, origin, protocol, username, password } = url;
  const { host, hostname, port, pathname, search, hash } = url;
  return {
    href,
    origin,
    protocol,
    username,
    password,
    host,
    hostname,
    port,
    pathname,
    search,
    hash,
  };
}

/** Calls the function of a name; throws TypeError when there is none. */
export function callNamed(
  functions: object,
  name: string,
  args: readonly unknown[],
): unknown {
  if (!Object.hasOwn(functions, name)) throw new TypeError(`No call "${name}"`);
  const call = functions[name as keyof typeof functions] as (
    ...args: readonly unknown[]
  ) => unknown;
  return call(...args);
}
