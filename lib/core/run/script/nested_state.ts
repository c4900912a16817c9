import type { Diagnostic } from "../../source/diagnostic.ts";

/** What the scripts of one request have to do with the requests that they run. */
export interface NestedState {
  /** Settles when the last one that was asked for has ended. */
  last: Promise<void>;
  /** How many scripts have ended: what one asked for must not run after it. */
  endedScripts: number;
  /** What the last failed one's error says, and all that was wrong, the outermost first. */
  failure:
    | { readonly message: string; readonly causes: readonly Diagnostic[] }
    | undefined;
  /** How many requests run below the outermost one. */
  readonly total: { count: number };
}

/** @param outer That of the request that runs this one. */
export function nestedState(outer?: NestedState): NestedState {
  return {
    last: Promise.resolve(),
    endedScripts: 0,
    failure: undefined,
    total: outer?.total ?? { count: 0 },
  };
}

/** What was wrong behind an error that a script got and did not catch, each thing once. */
export function causesOf(
  error: Diagnostic,
  { failure }: NestedState,
): readonly Diagnostic[] {
  if (!failure || !error.message.endsWith(failure.message)) return [];
  // Requests that run each other fail at one place again and again.
  const seen = new Set([key(error)]);
  return failure.causes.filter((it) => {
    const isNew = !seen.has(key(it));
    seen.add(key(it));
    return isNew;
  });
}

function key({ message, location }: Diagnostic): string {
  return `${location?.file} ${message}`;
}
