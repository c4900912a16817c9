import type { Counts, RequestStatus, RunSummary } from "./types.ts";

/** The parts of a result that the tally counts. */
export interface Counted {
  readonly status: RequestStatus;
  readonly tests: readonly { readonly status: RequestStatus }[];
  readonly assertions: readonly { readonly status: RequestStatus }[];
  readonly flaky?: unknown;
  readonly slow?: true;
}

/** Counts the results of a run. */
export class Tally {
  readonly #requests = new Counter();
  readonly #tests = new Counter();
  readonly #assertions = new Counter();
  #flaky = 0;
  #slow = 0;

  add(counted: Counted): void {
    this.#count(counted, 1);
  }

  /** Forgets what was added. */
  remove(counted: Counted): void {
    this.#count(counted, -1);
  }

  #count(
    { status, tests, assertions, flaky, slow }: Counted,
    by: 1 | -1,
  ): void {
    this.#requests.add(status, by);
    for (const test of tests) this.#tests.add(test.status, by);
    for (const { status } of assertions) this.#assertions.add(status, by);
    if (flaky) this.#flaky += by;
    if (slow) this.#slow += by;
  }

  counts(): Pick<
    RunSummary,
    "requests" | "tests" | "assertions" | "flaky" | "slow"
  > {
    return {
      requests: this.#requests.counts(),
      tests: this.#tests.counts(),
      assertions: this.#assertions.counts(),
      ...this.#flaky > 0 && { flaky: this.#flaky },
      ...this.#slow > 0 && { slow: this.#slow },
    };
  }
}

class Counter {
  readonly #by = { passed: 0, failed: 0, skipped: 0, errored: 0 };

  add(status: RequestStatus, by: 1 | -1): void {
    this.#by[status] += by;
  }

  counts(): Counts {
    const { passed, failed, skipped, errored } = this.#by;
    return { total: passed + failed + skipped + errored, ...this.#by };
  }
}
