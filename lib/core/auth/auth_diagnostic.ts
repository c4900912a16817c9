import {
  type Diagnostic,
  type DiagnosticCode,
  locationOf,
} from "../source/diagnostic.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";

/**
 * Makes a diagnostic about a request's auth, located at one of its fields
 * (`credentials.clientId`) or, without one, at the auth itself.
 */
export function authDiagnostic(
  auth: RenderedAuth,
  what: {
    readonly code: DiagnosticCode;
    /** State and way out: what follows the colon. Never a value of a field. */
    readonly problem: string;
    readonly field?: string;
    readonly severity?: "error" | "warning";
  },
): Diagnostic {
  const keys = what.field?.split(".").map((key) =>
    /^\d+$/.test(key) ? Number(key) : key
  );
  return {
    code: what.code,
    severity: what.severity ?? "error",
    message: `Cannot use "${auth.type}" auth: ${what.problem}`,
    location: locationOf(
      { file: auth.at.file, path: [...auth.at.path, ...(keys ?? [])] },
      { place: "auth" },
    ),
  };
}
