import { AuthError, DiagnosticError } from "../../../source/errors.ts";
import type { Signer } from "../../engine.ts";
import type { RenderedAuth } from "../../types.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import type { AuthPorts } from "../types.ts";
import { placeToken } from "./place_token.ts";

/**
 * Makes what puts a token into each hop. A token that the server refuses with
 * a 401 is replaced once, as it may have been revoked; where that fails the
 * answer stays, with a warning.
 *
 * @throws {AuthError} Tokens are not fetched here, or only for a person.
 * @throws {NetworkError} The server gives no token.
 */
export async function oauth2Signer(
  auth: RenderedAuth,
  { tokens, warn }: AuthPorts,
): Promise<Signer> {
  if (tokens === undefined) {
    throw new AuthError([authDiagnostic(auth, {
      code: "UNSUPPORTED",
      problem: "tokens are not fetched here (use type: bearer)",
    })]);
  }
  let token = await tokens.get(auth);
  return {
    sign: (hop) => Promise.resolve(placeToken(hop, auth, token)),
    async answer(hop) {
      try {
        const other = await tokens.replace(auth, token);
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
