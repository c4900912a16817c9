import type { Counts, RequestStatus, RunSummary } from "./types.ts";

/** What is counted of a request. */
export interface Counted {
  readonly status: RequestStatus;
  readonly tests: readonly { readonly status: RequestStatus }[];
  readonly assertions: readonly { readonly status: RequestStatus }[];
}

/** Counts the results of a run. */
export class Tally {
  readonly #requests = new Counter();
  readonly #tests = new Counter();
  readonly #assertions = new Counter();

  add({ status, tests, assertions }: Counted): void {
    this.#requests.add(status);
    for (const test of tests) this.#tests.add(test.status);
    for (const assertion of assertions) this.#assertions.add(assertion.status);
  }

  counts(): Pick<RunSummary, "requests" | "tests" | "assertions"> {
    return {
      requests: this.#requests.counts(),
      tests: this.#tests.counts(),
      assertions: this.#assertions.counts(),
    };
  }
}

class Counter {
  readonly #by = { passed: 0, failed: 0, skipped: 0, errored: 0 };

  add(status: RequestStatus): void {
    this.#by[status]++;
  }

  counts(): Counts {
    const { passed, failed, skipped, errored } = this.#by;
    return { total: passed + failed + skipped + errored, ...this.#by };
  }
}
