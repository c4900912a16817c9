import { isAddress } from "../../../core/policy/ip_address.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import type { BodySource } from "../types.ts";

/** What sends a request: connections of Deno's own where they do, or node:http for everything. Tests compare both. */
export const transport: { kind: "direct" | "node" } = { kind: "direct" };

/** A request on its way out, as far as it matters here. */
interface Sent {
  readonly url: WireUrl;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: BodySource | undefined;
}

const METHOD = /^[A-Z][A-Z-]*$/;
const TARGET = /^[!-~]+$/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t -~]*$/;
/** Headers that all requests have, and node:http does not act upon. */
const PLAIN = new Set(["Host", "User-Agent", "Accept", "Accept-Encoding"]);
/** Headers that node:http acts upon. */
const ACTED_UPON = new Set([
  "connection",
  "content-length",
  "expect",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Whether a request goes over a connection of Deno's own: by plain HTTP/1.1,
 * with nothing in its head that node:http would refuse or act upon. `secure`
 * says whether Deno's own TLS does for the host.
 */
export function suitsDirect(
  { url, method, headers, body }: Sent,
  secure: boolean,
): boolean {
  return transport.kind === "direct" &&
    (url.protocol === "http:" || secure) && url.socketPath === undefined &&
    METHOD.test(method) && method !== "CONNECT" && TARGET.test(url.target) &&
    isPlain(headers, body?.length) &&
    // Deno asks for permission to talk TLS with a host, whatever the port.
    (url.protocol === "http:" && isAddress(url.hostname) ||
      mayConnectAnywhere());
}

function isPlain(headers: Sent["headers"], length?: number): boolean {
  let keepsAlive = 0;
  let lengths = 0;
  for (const [name, value] of headers) {
    if (!VALUE.test(value)) return false;
    if (PLAIN.has(name)) continue;
    if (!NAME.test(name)) return false;
    const lower = name.toLowerCase();
    if (!ACTED_UPON.has(lower)) continue;
    if (lower === "connection" && value === "keep-alive") keepsAlive++;
    else if (lower === "content-length" && value === String(length ?? 0)) {
      lengths++;
    } else return false;
  }
  return keepsAlive === 1 && (lengths === 1 || lengths === 0 && !length);
}

let anywhere: boolean | undefined;

/** Deno takes a name's address for what it is, not for the name: both would have to be permitted. */
function mayConnectAnywhere(): boolean {
  if (anywhere === undefined) {
    const { state, partial } = Deno.permissions.querySync({ name: "net" });
    anywhere = state === "granted" && !partial;
  }
  return anywhere;
}
