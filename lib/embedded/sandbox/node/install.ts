import type { Bridge } from "../../../core/script/border/bridge.ts";
import { createNodeCrypto } from "./crypto.ts";
import { PROMISED } from "../timers.ts";
import { formatLine, inspect } from "../inspect.ts";

/** Makes the parts of node's modules that packages need, by module name. */
export function createNode(
  bridge: Bridge,
  packages: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const globals = globalThis as Record<string, unknown>;
  const { Buffer, URL, URLSearchParams, crypto } = globals;
  const EventEmitter = packages.events as { prototype: object };
  // Packages call it without `new`, as their base.
  const Stream = function () {} as unknown as { prototype: object };
  Stream.prototype = Object.create(EventEmitter.prototype);
  const stream = Object.assign(Stream, { Stream });
  const querystring = createQueryString();
  const { setTimeout } = globals as {
    setTimeout(run: (value: unknown) => void, ...rest: unknown[]): unknown;
  };
  const later = (time: unknown, value: unknown) =>
    new Promise((resolve) => setTimeout(resolve, time, value));
  return {
    ...packages,
    atob: globals.atob,
    btoa: globals.btoa,
    buffer: { Buffer },
    crypto: Object.assign(
      createNodeCrypto(bridge, Buffer as never),
      crypto as object,
      { webcrypto: crypto },
    ),
    querystring,
    stream,
    timers: {
      setTimeout: globals.setTimeout,
      clearTimeout: globals.clearTimeout,
      setImmediate: globals.setImmediate,
      clearImmediate: globals.clearImmediate,
    },
    "timers/promises": {
      setTimeout: (time: unknown, value: unknown) => later(time, value),
      setImmediate: (value: unknown) => later(0, value),
    },
    url: {
      URL,
      URLSearchParams,
      ...createNodeUrl(URL as never, querystring as never),
    },
    util: {
      ...createUtil(),
      TextEncoder: globals.TextEncoder,
      TextDecoder: globals.TextDecoder,
    },
  };
}

/** Makes the part of node's `util` that packages and scripts use. */
function createUtil(): Record<string, unknown> {
  return {
    inspect,
    format: (...values: unknown[]) => formatLine(values),
    inherits: (type: { prototype: object }, parent: unknown) => {
      // As the engine says it, which Brace explains with the argument's name.
      if (typeof parent !== "function") throw new TypeError("not a function");
      Object.setPrototypeOf(type.prototype, parent.prototype);
      Object.assign(type, { super_: parent });
    },
    deprecate: (run: unknown) => run,
    promisify: Object.assign(promisify, { custom: PROMISED }),
    types: {
      isDate: (value: unknown) => value instanceof Date,
      isRegExp: (value: unknown) => value instanceof RegExp,
      isPromise: (value: unknown) => value instanceof Promise,
    },
    isArray: Array.isArray,
  };
}

/** A function whose promise is what `run` gives its callback, which comes last. */
function promisify(run: unknown): unknown {
  if (typeof run !== "function") {
    throw new TypeError(
      'The "original" argument must be of type function',
    );
  }
  const custom = (run as { [PROMISED]?: unknown })[PROMISED];
  if (custom !== undefined) return custom;
  return function (this: unknown, ...args: unknown[]) {
    return new Promise((resolve, reject) => {
      run.call(
        this,
        ...args,
        (error: unknown, value: unknown) =>
          error ? reject(error) : resolve(value),
      );
    });
  };
}

/** Makes node's `querystring`: a name that occurs twice has a list. */
function createQueryString(): Record<string, unknown> {
  const parse = (
    text: unknown,
    separator = "&",
    equals = "=",
  ): Record<string, string | string[]> => {
    const out: Record<string, string | string[]> = Object.create(null);
    for (const part of `${text ?? ""}`.split(separator)) {
      if (part === "") continue;
      const at = part.indexOf(equals);
      const name = unescape(at < 0 ? part : part.slice(0, at));
      const value = at < 0 ? "" : unescape(part.slice(at + equals.length));
      const before = out[name];
      if (before === undefined) out[name] = value;
      else if (Array.isArray(before)) before.push(value);
      else out[name] = [before, value];
    }
    return out;
  };
  const stringify = (value: unknown, separator = "&", equals = "="): string =>
    Object.entries(value ?? {}).flatMap(([name, inner]) =>
      [inner].flat().map((one) =>
        `${escape(name)}${equals}${escape(primitive(one))}`
      )
    ).join(separator);
  return {
    parse,
    stringify,
    decode: parse,
    encode: stringify,
    escape,
    unescape,
  };
}

/** Node writes nothing for what is not text, number, bigint or boolean. */
function primitive(value: unknown): string {
  return ["string", "number", "bigint", "boolean"].includes(typeof value)
    ? `${value}`
    : "";
}

function escape(text: unknown): string {
  return encodeURIComponent(`${text}`);
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** The parts of a URL as node's `url.parse` gives them. */
interface Parsed {
  protocol: string | null;
  slashes: boolean | null;
  auth: string | null;
  host: string | null;
  port: string | null;
  hostname: string | null;
  hash: string | null;
  search: string | null;
  query: unknown;
  pathname: string | null;
  path: string | null;
  href: string;
}

interface QueryString {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

type UrlType = new (url: string, base?: string) => {
  href: string;
  pathname: string;
};

/** Makes the part of node's `url` that scripts use. */
function createNodeUrl(
  URL: UrlType,
  query: QueryString,
): Record<string, unknown> {
  const parse = (url: unknown, parseQuery = false): Parsed => {
    if (typeof url !== "string") {
      throw new TypeError("Cannot parse the URL: it is not a string");
    }
    const [, protocol, slashes, authority = "", pathname, search, hash] =
      /^([a-z][a-z0-9+.-]*:)?(\/\/)?((?<=\/\/)[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/is
        .exec(url.trim())!;
    const at = authority.lastIndexOf("@");
    const host = authority.slice(at + 1).toLowerCase();
    const [, hostname = "", port] = /^(.*?)(?::(\d*))?$/s.exec(host)!;
    const path = pathname || (slashes === undefined ? "" : "/");
    const text = search?.slice(1);
    const parsed: Parsed = {
      protocol: protocol?.toLowerCase() ?? null,
      slashes: slashes === undefined ? null : true,
      auth: at < 0 ? null : decodeURIComponent(authority.slice(0, at)),
      host: slashes === undefined ? null : host,
      port: port || null,
      hostname: slashes === undefined
        ? null
        : hostname.replace(/^\[(.*)\]$/, "$1"),
      hash: hash ?? null,
      search: search ?? (parseQuery ? "" : null),
      query: parseQuery ? query.parse(text ?? "") : text ?? null,
      pathname: path || null,
      path: path + (search ?? "") || null,
      href: "",
    };
    parsed.href = format(parsed);
    return parsed;
  };
  const format = (url: Partial<Parsed> | string): string => {
    if (typeof url === "string") return parse(url).href;
    if (url instanceof URL) return url.href;
    const { protocol, auth, hostname, port, pathname = "" } = url;
    const named = hostname?.includes(":") ? `[${hostname}]` : hostname;
    const host = url.host ?? (named && named + (port ? `:${port}` : ""));
    const scheme = protocol ? protocol.replace(/:?$/, ":") : "";
    const slashes = url.slashes ||
      host && /^(?:https?|ftp|wss?):$/.test(scheme);
    const written = typeof url.query === "object" && url.query !== null
      ? query.stringify(url.query)
      : "";
    const search = url.search ?? written;
    return [
      scheme,
      slashes ? "//" : "",
      auth ? `${encodeURIComponent(auth).replace("%3A", ":")}@` : "",
      host ?? "",
      host && pathname && !pathname.startsWith("/") ? "/" : "",
      pathname ?? "",
      search && search.replace(/^\??/, "?"),
      url.hash ? url.hash.replace(/^#?/, "#") : "",
    ].join("");
  };
  const resolve = (from: string, to: string): string => {
    const base = new URL(from, "resolve://host");
    const { href } = new URL(to, base.href);
    return href.replace(/^resolve:\/\/host/, "");
  };
  return { parse, format, resolve };
}
