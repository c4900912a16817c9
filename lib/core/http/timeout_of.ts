import type { WayOut } from "../source/diagnostic.ts";
import { wayOut } from "../source/way_out.ts";
import type { RenderedSettings } from "./rendered_request.ts";

/** Milliseconds for a request about which nobody says anything. */
export const DEFAULT_TIMEOUT = 30_000;

/** The time that a request has by itself. */
export type OwnTimeout = Pick<RenderedSettings, "timeout" | "timeoutFile">;

/**
 * Milliseconds for a request, 0 for no limit: what it says itself, but not more
 * than the ceiling of whoever runs it. Its own 0 says nothing (Bruno writes it
 * into every request); a ceiling of 0 is no limit, and no default either.
 */
export function timeoutOf(
  own: number | undefined,
  ceiling: number | undefined,
): number {
  if (!own) return ceiling ?? DEFAULT_TIMEOUT;
  return ceiling ? Math.min(own, ceiling) : own;
}

/** The way out of a timeout: which of the settings is in force, and where it stands. */
export function timeoutWayOut(
  { timeout, timeoutFile }: OwnTimeout,
  ceiling: number | undefined,
): WayOut {
  if (!timeout && ceiling === undefined) {
    return wayOut("raise-default", "timeout");
  }
  if (!timeout || ceiling && ceiling <= timeout) {
    return wayOut("raise-limit", "timeout");
  }
  return timeoutFile === undefined
    ? wayOut("raise-setting", "timeout")
    : wayOut("raise-setting", "settings.timeout", timeoutFile);
}
