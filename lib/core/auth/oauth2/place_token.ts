import { NetworkError } from "../../source/errors.ts";
import type { OutgoingHop, Signature } from "../../http/engine.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import { textField } from "../auth_field.ts";
import { bearerHeader } from "../bearer.ts";
import { setQuery } from "../query.ts";
import type { OAuth2Token } from "../types.ts";

const QUERY = "tokenConfig.placement.query";
const HEADER = "tokenConfig.placement.header";

/**
 * Puts a token into a request: after the prefix that the collection names
 * ("Bearer" by default, none where it is empty), or into the query.
 *
 * @throws {NetworkError} The collection wants the ID token and the server gave none.
 */
export function placeToken(
  hop: OutgoingHop,
  auth: RenderedAuth,
  token: OAuth2Token,
): Signature {
  const wantsId = textField(auth, "tokenConfig.source") === "id_token";
  const text = wantsId ? token.idToken : token.accessToken;
  if (text === undefined) {
    throw new NetworkError([authDiagnostic(auth, {
      code: "INVALID_RESPONSE",
      field: "tokenConfig.source",
      problem:
        `the server's response has no id_token (add openid to "scope", or use the access token)`,
    })]);
  }
  if (auth.fields.has(QUERY)) {
    const name = textField(auth, QUERY) || "access_token";
    return { url: setQuery(hop.url, [[name, text]]) };
  }
  const prefix = auth.fields.has(HEADER) ? textField(auth, HEADER) : "Bearer";
  return { headers: [["Authorization", bearerHeader(text, prefix)]] };
}
