import type { Hop } from "../../../http/response.ts";
import type { Attempt } from "../../../policy/refusal.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  locationOf,
} from "../../../source/diagnostic.ts";
import { NetworkError } from "../../../source/errors.ts";

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
