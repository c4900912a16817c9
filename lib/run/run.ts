import type { Plan, Step } from "../plan/types.ts";
import { stepsOf } from "../plan/stages.ts";
import type { Iteration } from "./iteration.ts";
import { IterationScopes } from "./iteration_scopes.ts";
import type { RunSettings } from "./options.ts";
import { hasFailed, runSteps, stopReason } from "./run_steps.ts";
import { skipped } from "./skipped.ts";
import { Tally } from "./tally.ts";
import type { RunEvent } from "./types.ts";

/**
 * Runs a plan: setup, then each request's scripts, the request itself, its
 * assertions and tests, one after the other, then teardown, whatever happened
 * before. Tells what happens as it happens. What goes wrong in a request is in
 * its result; the run goes on, unless it is one of setup or `bail` is set.
 *
 * @throws Only for defects of Brace or of its ports.
 */
export async function* run(
  plan: Plan,
  settings: RunSettings,
): AsyncGenerator<RunEvent> {
  const { ports, signal } = settings;
  const start = ports.elapsed();
  yield {
    type: "run-start",
    collection: settings.name ?? plan.steps[0]?.collection.name ?? "",
    ...(settings.environment !== undefined &&
      { environment: settings.environment }),
    plan,
    startedAt: ports.now(),
  };
  const work = new Work(plan, settings);
  const teardown = work.teardown();
  try {
    yield* work.setup();
    yield* work.iterations();
    // Who leaves meanwhile does not end it.
    for (let next; !(next = await teardown.next()).done;) yield next.value;
  } finally {
    while (!(await teardown.next()).done);
  }
  yield {
    type: "run-end",
    summary: {
      ...work.tally.counts(),
      duration: ports.elapsed() - start,
      interrupted: signal?.aborted ?? false,
      ...(work.stopped !== undefined && { stopped: work.stopped }),
    },
  };
}

/** A run that is under way. */
class Work {
  readonly tally = new Tally();
  /** Why it goes no further, teardown aside. */
  stopped: string | undefined;
  readonly #plan: Plan;
  readonly #settings: RunSettings;
  /** What is set before the iterations, each of which goes on from there. */
  readonly #scopes: IterationScopes;
  readonly #ran = new Set<object>();
  readonly #last: Step | undefined;
  /** Why nothing but teardown is left to run. */
  #skips: string | undefined;
  #begun = false;

  constructor(plan: Plan, settings: RunSettings) {
    this.#plan = plan;
    this.#settings = settings;
    this.#scopes = new IterationScopes(settings);
    const requests = plan.steps.filter(({ item }) => item.kind === "request");
    this.#last = requests.findLast(({ stage }) => stage === undefined) ??
      requests.at(-1);
  }

  async *setup(): AsyncGenerator<RunEvent> {
    const steps = stepsOf(this.#plan, "setup");
    if (steps.length === 0) return;
    const left = new Set(steps);
    for await (const event of this.#run(this.#iteration(steps))) {
      if (event.type === "request-end") left.delete(event.result.step);
      yield event;
      if (event.type !== "request-end" || !hasFailed(event.result)) continue;
      this.#skips = `setup failed: ${event.result.step.item.path}`;
      this.stopped = "setup";
      break;
    }
    this.#tellChanges(steps);
    if (this.#skips !== undefined) yield* this.#skip(left);
  }

  async *iterations(): AsyncGenerator<RunEvent> {
    const { ports, signal, delay = 0 } = this.#settings;
    const steps = stepsOf(this.#plan, undefined);
    if (this.#skips !== undefined) return yield* this.#skip(steps);
    let wait = this.#begun;
    for (const of of Map.groupBy(steps, (it) => it.iteration).values()) {
      if (this.stopped !== undefined) break;
      if (wait && delay > 0) await ports.sleep(delay, signal);
      wait = true;
      if (signal?.aborted) break;
      const iteration = this.#iteration(of);
      yield* this.#run(iteration);
      this.#tellChanges(of, iteration.scopes);
    }
  }

  /** Nothing ends it: neither the signal nor `bail`, nor that one of its requests fails. */
  async *teardown(): AsyncGenerator<RunEvent> {
    const steps = stepsOf(this.#plan, "teardown");
    if (steps.length === 0 || !this.#begun) return;
    const { signal: _, bail: __, ...settings } = this.#settings;
    const { stopped } = this;
    settings.ports.uninterrupted?.();
    yield* this.#run({ ...this.#iteration(steps), settings });
    this.stopped = stopped;
    // Those of an iteration stay what the environment is saved as.
    if (this.#plan.rows.length === 0) this.#tellChanges(steps);
  }

  #iteration(steps: readonly Step[]): Iteration {
    const { stage, iteration } = steps[0];
    const { rows, iterations } = this.#plan;
    const row = stage === undefined ? rows[iteration] : undefined;
    return {
      settings: this.#settings,
      steps,
      total: iterations,
      row: row ?? {},
      last: this.#last,
      scopes: row === undefined ? this.#scopes : this.#scopes.copy(row),
      ran: row === undefined ? this.#ran : new Set(this.#ran),
      flow: { next: undefined, stopped: false },
    };
  }

  async *#run(iteration: Iteration): AsyncGenerator<RunEvent> {
    for await (const event of runSteps(iteration)) {
      this.#begun = true;
      if (event.type === "request-end") {
        this.tally.add(event.result);
        this.stopped = stopReason(event.result, iteration);
      }
      yield event;
    }
  }

  *#skip(steps: Iterable<Step>): Generator<RunEvent> {
    const reason = this.#skips ?? "";
    for (const step of steps) {
      const startedAt = this.#settings.ports.now();
      const result = skipped(step, { reason, startedAt });
      this.tally.add(result);
      yield { type: "request-end", result };
    }
  }

  #tellChanges(steps: readonly Step[], scopes = this.#scopes): void {
    for (const collection of new Set(steps.map((step) => step.collection))) {
      const changes = scopes.environmentChanges(collection);
      if (changes.size === 0) continue;
      this.#settings.ports.environmentChanged?.(collection, changes);
    }
  }
}
