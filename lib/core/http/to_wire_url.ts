import { didYouMean, nearest } from "../source/nearest.ts";
import { requireLength, TooLongError } from "../source/most_length.ts";
import { decodeComponent, encodeComponent } from "../render/encode.ts";
import {
  encodedInsertions,
  movedInsertions,
  slicedInsertions,
} from "../render/rendered.ts";
import type { Inserted } from "../scope/provenance.ts";
import { splitUrl } from "./wire_url.ts";

/** A URL as it goes on the wire, with what was taken out of it. */
export interface WireForm {
  readonly url: string;
  /** What stood before the host. */
  readonly userinfo?: Userinfo;
  /** The values in the URL. */
  readonly insertions?: readonly Inserted[];
}

/** User name and password that stood before a host, decoded. */
export interface Userinfo {
  readonly username: UserinfoText;
  readonly password: UserinfoText;
}

/** A text of a URL, decoded, and the values in it. */
export interface UserinfoText {
  readonly text: string;
  readonly insertions: readonly Inserted[];
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A host that is reached without TLS where no scheme is given. */
const LOCAL = /^(?:[^/?#]*@)?(?:localhost|127\.0\.0\.1)(?:[:/?#]|$)/i;

/** What is sent to a URL. */
export type UrlKind = "http" | "graphql" | "websocket" | "grpc" | "any";

/** Which schemes a URL may have, each as it is on the wire, and what stands for none. */
interface Schemes {
  readonly wire: Readonly<Record<string, string>>;
  readonly bare: (url: string) => string;
}

const WEB = { http: "http", https: "https", "http+unix": "http+unix" };
const SCHEMES: Readonly<Record<UrlKind, Schemes>> = {
  http: { wire: WEB, bare: () => "http" },
  // The URL of subscriptions is often the only one that people write.
  graphql: {
    wire: { ...WEB, ws: "http", wss: "https" },
    bare: () => "http",
  },
  websocket: {
    wire: {
      ws: "ws",
      wss: "wss",
      http: "ws",
      https: "wss",
      "http+unix": "http+unix",
    },
    bare: (url) => LOCAL.test(url) ? "ws" : "wss",
  },
  grpc: {
    wire: { grpc: "grpc", grpcs: "grpcs", http: "grpc", https: "grpcs" },
    bare: (url) => LOCAL.test(url) ? "grpc" : "grpcs",
  },
  any: {
    wire: { ...WEB, ws: "ws", wss: "wss", grpc: "grpc", grpcs: "grpcs" },
    bare: () => "http",
  },
};
/** Controls, blank, `"`, `<`, `>`, DEL and all beyond ASCII. */
// deno-lint-ignore no-control-regex
const ENCODED = /[\x00-\x20"<>\x7f-\uffff]+/g;
// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7f]*$/;
/** A URL of HTTP that is in its wire form already. */
const IN_WIRE_FORM =
  /^https?:\/\/[a-z0-9._~-]+(?::\d{1,5})?(?:[/?][!$-;=?-~]*)?$/;
/** Longer ones are looked at in full, their length too. */
const MAX_SHORT = 8 * 1024;

/**
 * Brings a URL into its wire form: the scheme of its kind (`http://` where none
 * is given; `ws://` or `wss://` for a WebSocket, `grpc://` or `grpcs://`), the
 * host in ASCII (IDNA), controls, blanks, `"<>` and non-ASCII percent-encoded
 * as UTF-8, no fragment, no userinfo. Nothing else changes: no dot segment is
 * folded, `?flag` and `?a=` stay distinct.
 *
 * @param insertions The values in the text; they come back at their places in
 * the URL or the userinfo, those in the fragment are left out.
 * @param kind What is sent to it.
 * @returns What is wrong, completing "Cannot send to the URL: ", where it is no
 * URL that can be sent to.
 *
 * @example
 * ```ts
 * import { toWireUrl } from "./to_wire_url.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toWireUrl("bücher.example/a/../b c?x#y"), {
 *   url: "http://xn--bcher-kva.example/a/../b%20c?x",
 * });
 * ```
 */
export function toWireUrl(
  text: string,
  insertions: readonly Inserted[] = [],
  kind: UrlKind = "http",
): WireForm | string {
  const trimmed = text.trim();
  if (trimmed === "") return "it is empty (write a URL)";
  const { wire, bare } = SCHEMES[kind];
  const isReady = text.length <= MAX_SHORT && wire.http === "http" &&
    IN_WIRE_FORM.test(text);
  if (isReady && splitUrl(text) !== undefined) {
    return { url: text, ...(insertions.length > 0 && { insertions }) };
  }
  const [slashless, missing] = /^([a-z+]+):\/(?!\/)/i.exec(trimmed) ?? [];
  if (slashless && Object.hasOwn(wire, missing.toLowerCase())) {
    const [plain, secure] = Object.keys(wire);
    return `a slash is missing behind its scheme (write "${plain}://" or "${secure}://")`;
  }
  const [written = ""] = SCHEME.exec(trimmed) ?? [];
  const behind = written === "" && trimmed.startsWith("//")
    ? trimmed.slice(2)
    : trimmed.slice(written.length);
  const name = written === "" ? bare(behind) : written.slice(0, -3);
  const unknown = unknownScheme(trimmed, kind);
  if (unknown !== undefined) return unknown;
  const scheme = `${wire[name.toLowerCase()]}://`;
  const start = scheme.length;
  const absolute = scheme + behind;
  const end = start + absolute.slice(start).search(/[/?#]|$/);
  const authority = absolute.slice(start, end);
  const at = authority.lastIndexOf("@");
  const host = asciiHost(authority.slice(at + 1));
  if (host === undefined) return "its host is not valid";
  const [rest] = absolute.slice(end).split("#", 1);
  const path = encodedOrTooLong(rest);
  if (typeof path !== "string") return path.message;
  const url = scheme + host + path;
  if (splitUrl(url) === undefined) {
    if (host === "") return "it has no host";
    // The name is not shown: a value may have brought the brace along.
    const [brace] = /\$?(?<!\{)\{(?!\{)/.exec(host) ?? [];
    const hint = brace === undefined
      ? ""
      : ` (a placeholder has two braces${
        brace === "{" ? "" : " and no dollar sign"
      }: "{{name}}")`;
    return `its host or port is not valid${hint}`;
  }
  const lead = absolute.length - trimmed.length - text.indexOf(trimmed);
  // A scheme that is written anew may be shorter than a value in it.
  const moved = movedInsertions(insertions, lead).map((one) =>
    one.start < 0 || one.end < 0
      ? { ...one, start: Math.max(one.start, 0), end: Math.max(one.end, 0) }
      : one
  );
  const places = {
    scheme: start,
    host: { from: start + at + 1, to: end, length: host.length },
    isAscii: host === authority.slice(at + 1),
    rest,
  };
  return {
    url,
    ...(at !== -1 && {
      userinfo: userinfo(
        authority.slice(0, at),
        slicedInsertions(moved, start, start + at),
      ),
    }),
    ...(moved.length > 0 && { insertions: inWireForm(moved, places) }),
  };
}

/** What is wrong with a URL whose scheme its kind does not have; undefined: nothing. */
export function unknownScheme(url: string, kind: UrlKind): string | undefined {
  const [written = ""] = SCHEME.exec(url) ?? [];
  const name = written.slice(0, -3).toLowerCase();
  const { wire } = SCHEMES[kind];
  if (written === "" || Object.hasOwn(wire, name)) return undefined;
  const known = Object.keys(wire);
  return `its scheme is not one of ${known.join(", ")}${
    didYouMean(nearest(name, known))
  }`;
}

/** How a URL was written. */
interface Written {
  /** Length of the scheme and its slashes. */
  readonly scheme: number;
  /** Where the host stood, and how long it is now. */
  readonly host: {
    readonly from: number;
    readonly to: number;
    readonly length: number;
  };
  /** Whether the host is as it was written. */
  readonly isAscii: boolean;
  /** Path and query as written. */
  readonly rest: string;
}

function inWireForm(
  insertions: readonly Inserted[],
  { scheme, host, isAscii, rest }: Written,
): Inserted[] {
  const inRest = encodedInsertions(
    insertions.map((one) => ({
      ...one,
      start: Math.min(Math.max(one.start - host.to, 0), rest.length),
      end: Math.min(Math.max(one.end - host.to, 0), rest.length),
    })),
    rest,
    encoded,
  );
  const place = (offset: number, restOffset: number, outward: number) => {
    if (offset > host.to) return scheme + host.length + restOffset;
    if (offset <= host.from) return Math.min(offset, scheme);
    if (offset === host.to) return scheme + host.length;
    return scheme + (isAscii ? offset - host.from : outward);
  };
  return insertions.flatMap((one, index) => {
    const start = place(one.start, inRest[index].start, 0);
    const end = place(one.end, inRest[index].end, host.length);
    return start === end && one.start !== one.end ? [] : { ...one, start, end };
  });
}

function encodedOrTooLong(text: string): string | TooLongError {
  try {
    return encoded(text);
  } catch (error) {
    if (error instanceof TooLongError) return error;
    throw error;
  }
}

function encoded(text: string): string {
  let length = text.length;
  requireLength(length);
  return text.replace(ENCODED, (characters) => {
    const piece = encodeComponent(characters);
    length += piece.length - characters.length;
    requireLength(length);
    return piece;
  });
}

/** The host, and the port as written, in ASCII; undefined when there is no such host. */
function asciiHost(host: string): string | undefined {
  if (ASCII.test(host)) return host;
  // The parser of URLs would drop these, or end the host at them.
  if (/[\\\s]/.test(host)) return undefined;
  const [, name, port] = /^(.*?)((?::\d*)?)$/s.exec(host)!;
  try {
    return new URL(`http://${name}`).hostname + port;
  } catch {
    return undefined;
  }
}

function userinfo(text: string, insertions: readonly Inserted[]): Userinfo {
  const colon = text.indexOf(":");
  const part = (from: number, to: number): UserinfoText => {
    const written = text.slice(from, to);
    const inside = slicedInsertions(insertions, from, to);
    const decoded = decodeComponent(written);
    return {
      text: decoded,
      insertions: decoded === written
        ? inside
        : encodedInsertions(inside, written, decodeComponent),
    };
  };
  return colon === -1
    ? { username: part(0, text.length), password: part(0, 0) }
    : {
      username: part(0, colon),
      password: part(colon + 1, text.length),
    };
}
