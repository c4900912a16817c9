import { decodeComponent } from "../render/encode.ts";
import { splitUrl } from "./wire_url.ts";

/** A URL as it goes on the wire, with what was taken out of it. */
export interface WireForm {
  readonly url: string;
  /** User name and password that stood before the host, decoded. */
  readonly userinfo?: { readonly username: string; readonly password: string };
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
 * Returns what is wrong, completing "Cannot send to the URL: ", where it is no
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
export function toWireUrl(text: string): WireForm | string {
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
  if (!/^(?:https?|http\+unix):/.test(scheme)) {
    return "its scheme is not one of http, https, http+unix";
  }
  const end = start + absolute.slice(start).search(/[/?#]|$/);
  const authority = absolute.slice(start, end);
  const at = authority.lastIndexOf("@");
  const host = asciiHost(authority.slice(at + 1));
  if (host === undefined) return "its host is not valid";
  const [rest] = absolute.slice(end).split("#", 1);
  const encoded = rest.replace(
    ENCODED,
    (characters) => encodeURIComponent(characters.toWellFormed()),
  );
  const url = scheme + host + encoded;
  if (splitUrl(url) === undefined) {
    return host === "" ? "it has no host" : "its host or port is not valid";
  }
  return at === -1 ? { url } : { url, userinfo: userinfo(authority, at) };
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

function userinfo(
  authority: string,
  at: number,
): { username: string; password: string } {
  const text = authority.slice(0, at);
  const colon = text.indexOf(":");
  return colon === -1 ? { username: decodeComponent(text), password: "" } : {
    username: decodeComponent(text.slice(0, colon)),
    password: decodeComponent(text.slice(colon + 1)),
  };
}
