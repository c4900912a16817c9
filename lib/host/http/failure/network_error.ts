import type { Hop } from "../../../core/http/response.ts";
import type { Attempt } from "../../../core/policy/refusal.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { NetworkError } from "../../../core/source/errors.ts";

/** Makes a network error about one host; `unsent` where nothing of the request went out. */
export function networkError(
  attempt: Attempt,
  code: DiagnosticCode,
  message: string,
  hops: readonly Hop[] = [],
  unsent = false,
): NetworkError {
  const diagnostic: Diagnostic = { code, severity: "error", message };
  if (attempt.at) {
    diagnostic.location = locationOf(attempt.at, { place: "url" });
  }
  if (hops.length > 0) {
    diagnostic.notes = hops.map((hop) =>
      `redirected (${hop.status}) by ${new URL(hop.url).host}`
    );
  }
  return new NetworkError([diagnostic], { unsent });
}
