import { withHeaders } from "../http/header_of.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";

/** A header. */
export type Pair = readonly [name: string, value: string];

/** The parts of a request that auth changes. */
export interface Authenticated {
  readonly url: string;
  readonly headers: readonly Pair[];
  /** Auth that is applied when the request is sent. */
  readonly auth?: RenderedAuth;
  readonly authHeaders: readonly string[];
  /** Secrets that are in headers and URL now. */
  readonly authSecrets?: readonly string[];
  /** The fields that are in headers and URL now. */
  readonly authFields?: RenderedAuth["fields"];
}

/** A request with one more header, which is auth. */
export function withHeader(
  url: string,
  headers: readonly Pair[],
  added: Pair,
  of: Required<Pick<Authenticated, "authSecrets" | "authFields">>,
): Authenticated {
  return {
    url,
    headers: withHeaders(headers, [added]),
    authHeaders: [added[0].toLowerCase()],
    ...of,
  };
}
