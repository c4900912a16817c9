import { AuthError, DiagnosticError } from "../../source/errors.ts";
import type { Signer } from "../../http/engine.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import type { AuthPorts } from "../types.ts";
import { placeToken } from "./place_token.ts";

/**
 * Makes what puts a token into each hop. A token that the server refuses with
 * a 401 is replaced once, as it may have been revoked; where that fails the
 * response stays, with a warning.
 *
 * @throws {AuthError} Tokens are not fetched here, or only for a person.
 * @throws {NetworkError} The server gives no token.
 */
export async function oauth2Signer(
  auth: RenderedAuth,
  { tokens, warn, timeout }: AuthPorts,
): Promise<Signer> {
  if (tokens === undefined) {
    throw new AuthError([authDiagnostic(auth, {
      code: "UNSUPPORTED",
      problem: "tokens are not fetched here (use type: bearer)",
    })]);
  }
  let token = await tokens.get(auth, timeout);
  return {
    sign: (hop) => Promise.resolve(placeToken(hop, auth, token)),
    async retry(hop) {
      try {
        const other = await tokens.replace(auth, token, timeout);
        return other && placeToken(hop, auth, token = other);
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        for (const it of error.diagnostics) {
          warn?.({ ...it, severity: "warning" });
        }
        return undefined;
      }
    },
  };
}
