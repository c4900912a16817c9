import { requireLength, TooLongError } from "../source/most_length.ts";
import { decodeComponent, encodeComponent } from "../render/encode.ts";
import {
  encodedInsertions,
  movedInsertions,
  slicedInsertions,
} from "../render/insertions.ts";
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
/** Controls, blank, `"`, `<`, `>`, DEL and all beyond ASCII. */
// deno-lint-ignore no-control-regex
const ENCODED = /[\x00-\x20"<>\x7f-\uffff]+/g;
// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Brings a URL into its wire form: `http://` where no scheme is given, the
 * host in ASCII (IDNA), controls, blanks, `"<>` and non-ASCII percent-encoded
 * as UTF-8, no fragment, no userinfo. Nothing else changes: no dot segment is
 * folded, `?flag` and `?a=` stay distinct.
 *
 * @param insertions The values in the text; they come back at their places in
 * the URL or the userinfo, those in the fragment are left out.
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
): WireForm | string {
  const trimmed = text.trim();
  if (trimmed === "") return "it is empty (write a URL)";
  if (/^https?:\/(?!\/)/i.test(trimmed)) {
    return 'a slash is missing behind its scheme (write "http://" or "https://")';
  }
  const absolute = SCHEME.test(trimmed)
    ? trimmed
    : trimmed.startsWith("//")
    ? `http:${trimmed}`
    : `http://${trimmed}`;
  const start = SCHEME.exec(absolute)![0].length;
  const scheme = absolute.slice(0, start).toLowerCase();
  if (!/^(?:https?|http\+unix|grpcs?):/.test(scheme)) {
    return "its scheme is not one of http, https, http+unix, grpc, grpcs";
  }
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
    return host === "" ? "it has no host" : "its host or port is not valid";
  }
  const lead = absolute.length - trimmed.length - text.indexOf(trimmed);
  const moved = movedInsertions(insertions, lead);
  const written = {
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
    ...(moved.length > 0 && { insertions: inWireForm(moved, written) }),
  };
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
