import type { Diagnostic } from "../source/diagnostic.ts";

/** What the scripts of one request have to do with the requests that they run. */
export class NestedRuns {
  /** Settles when the last one that was asked for has ended. */
  last: Promise<void> = Promise.resolve();
  /** How many scripts have ended: what one asked for must not run after it. */
  endedScripts = 0;
  /** What the last failed one's error says, and all that was wrong, the outermost first. */
  failure:
    | { readonly message: string; readonly causes: readonly Diagnostic[] }
    | undefined;
  readonly #total: { count: number };

  /** @param outer Those of the request that runs this one. */
  constructor(outer?: NestedRuns) {
    this.#total = outer === undefined ? { count: 0 } : outer.#total;
  }

  /** Counts one more below the outermost request; gives how many there are. */
  add(): number {
    return ++this.#total.count;
  }

  /** What was wrong behind an error that a script got and did not catch, each thing once. */
  causesOf(error: Diagnostic): readonly Diagnostic[] {
    const { failure } = this;
    if (!failure || !error.message.endsWith(failure.message)) return [];
    // Requests that run each other fail at one place again and again.
    const seen = new Set([key(error)]);
    return failure.causes.filter((it) => {
      const isNew = !seen.has(key(it));
      seen.add(key(it));
      return isNew;
    });
  }
}

function key({ message, location }: Diagnostic): string {
  return `${location?.file} ${message}`;
}
