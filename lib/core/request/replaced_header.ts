import type { Header } from "../collection/types.ts";
import { textField } from "../auth/auth_field.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";
import { headerOf } from "../http/header_of.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { Authenticated } from "./render_auth.ts";

/**
 * Warns of a header that a script set, and that auth replaces by another value:
 * whoever wrote the script expects it to be sent.
 *
 * @param headers The headers before auth, rendered.
 */
export function replacedHeaders(
  own: readonly Header[],
  headers: Authenticated["headers"],
  { headers: after, auth, authHeaders }: Authenticated,
): Diagnostic[] {
  return own.flatMap(({ name, value }): Diagnostic[] => {
    const key = name.text.toLowerCase();
    if (!value.at.scripted) return [];
    const isReplaced = authHeaders.includes(key)
      ? headerOf(headers, key) !== headerOf(after, key)
      : auth !== undefined && key === signedHeader(auth);
    if (!isReplaced) return [];
    return [{
      code: "INVALID_HEADER",
      severity: "warning",
      message:
        `Left out the header "${name.text}" that a script sets: the request's auth replaces it (write auth: none, or set a variable that the auth reads)`,
      location: locationOf(value.at),
    }];
  });
}

/** The header that auth writes when the request is sent, in lower case. */
function signedHeader(auth: RenderedAuth): string | undefined {
  const place = (name: string) => textField(auth, name);
  switch (auth.type) {
    case "wsse":
      return "x-wsse";
    case "awsv4":
    case "akamai-edgegrid":
      return "authorization";
    case "oauth1":
      return /^(?:header)?$/.test(place("placement"))
        ? "authorization"
        : undefined;
    case "oauth2":
      return place("tokenConfig.placement.query") === ""
        ? "authorization"
        : undefined;
    default:
      // The others answer a challenge, or have written it already.
      return undefined;
  }
}
