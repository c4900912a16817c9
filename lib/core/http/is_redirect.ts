import { headerOf } from "./header_of.ts";

const STATUSES = new Set([301, 302, 303, 307, 308]);

/**
 * Whether a response leads elsewhere: one of the statuses that do, with a
 * Location. 300, 304, 305 and 306 are results, whatever they carry.
 */
export function isRedirect(
  { status, headers }: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
  },
): boolean {
  return STATUSES.has(status) && headerOf(headers, "location") !== undefined;
}
