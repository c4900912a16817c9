import type { Hop } from "../../../core/http/response.ts";
import type { Attempt } from "../../../core/policy/refusal.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  locationOf,
  type WayOut,
} from "../../../core/source/diagnostic.ts";
import { NetworkError } from "../../../core/source/errors.ts";
import { wayOut } from "../../../core/source/way_out.ts";

/** What helps where a response is longer than the limit. */
export const LONGER: readonly WayOut[] = [
  wayOut("raise-limit", "maxResponseSize"),
];

/** Makes a network error about one host; `unsent` where nothing of the request went out. */
export function networkError(
  attempt: Attempt,
  code: DiagnosticCode,
  message: string,
  { hops = [], unsent = false, waysOut }: {
    readonly hops?: readonly Hop[];
    readonly unsent?: boolean;
    readonly waysOut?: readonly WayOut[] | undefined;
  } = {},
): NetworkError {
  const diagnostic: Diagnostic = { code, severity: "error", message };
  if (attempt.at) {
    diagnostic.location = locationOf(attempt.at, { place: "url" });
  }
  if (waysOut !== undefined) diagnostic.waysOut = waysOut;
  if (hops.length > 0) {
    diagnostic.notes = hops.map((hop) =>
      `redirected (${hop.status}) by ${new URL(hop.url).host}`
    );
  }
  return new NetworkError([diagnostic], { unsent });
}
