import type { Collection } from "../collection/types.ts";
import { groupsOf } from "../plan/groups.ts";
import { stepsOf } from "../plan/stages.ts";
import type { Plan, Step } from "../plan/types.ts";
import type { Iteration } from "./iteration.ts";
import { IterationScopes } from "./iteration_scopes.ts";
import type { RunSettings } from "./options.ts";
import { Reruns } from "./reruns.ts";
import { hasFailed, runSteps, stopReason } from "./run_steps.ts";
import { sideBySide } from "./side_by_side.ts";
import { skipped } from "./skipped.ts";
import { Tally } from "./tally.ts";
import type { RequestResult, RunEvent } from "./types.ts";

/** A run that is under way: setup, what is between, and teardown. */
export class Work {
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
  /** Absent where nothing runs again. */
  readonly #reruns: Reruns | undefined;
  /** Which repetition of groups runs; 0: none. */
  #rerun = 0;

  constructor(plan: Plan, settings: RunSettings) {
    this.#plan = plan;
    this.#settings = settings;
    if (settings.reruns) this.#reruns = new Reruns(plan, this.tally);
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

  /** All but setup and teardown. */
  async *between(): AsyncGenerator<RunEvent> {
    const steps = stepsOf(this.#plan, undefined);
    const { reruns = 0, signal } = this.#settings;
    const { apart } = this.#plan;
    if (this.#skips !== undefined) yield* this.#skip(steps);
    else if (apart) yield* this.#groups(groupsOf(this.#plan));
    else yield* this.#iterations(steps);
    for (this.#rerun = 1; this.#rerun <= reruns; this.#rerun++) {
      if (this.stopped !== undefined || signal?.aborted) return;
      const failed = this.#reruns!.failed();
      if (failed.size === 0) return;
      if (apart) yield* this.#groups(failed);
      else for (const group of failed.values()) yield* this.#iterations(group);
    }
  }

  async *#iterations(steps: readonly Step[]): AsyncGenerator<RunEvent> {
    const { ports, signal, delay = 0 } = this.#settings;
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

  /** Runs groups apart from each other, several at a time. */
  async *#groups(
    all: ReadonlyMap<string, readonly Step[]>,
  ): AsyncGenerator<RunEvent> {
    const left = new AbortController();
    const { signal = left.signal, jobs = 1 } = this.#settings;
    const settings = {
      ...this.#settings,
      signal: AbortSignal.any([signal, left.signal]),
    };
    const groups = [...all].map(([group, steps]) => () =>
      this.#group(group, steps, settings)
    );
    yield* sideBySide(groups, { most: jobs, leave: () => left.abort() });
  }

  async *#group(
    group: string,
    steps: readonly Step[],
    settings: RunSettings,
  ): AsyncGenerator<RunEvent> {
    if (this.stopped !== undefined) return;
    const { ports, signal, delay = 0 } = settings;
    if (this.#begun && delay > 0) await ports.sleep(delay, signal);
    const iteration = this.#iteration(steps, { own: true });
    this.#keepApart(iteration.scopes, steps, group);
    yield* this.#run({
      ...iteration,
      settings: { ...settings, ports: ports.apart?.(group) ?? ports },
      isOver: () => this.stopped !== undefined,
    });
  }

  #keepApart(
    scopes: IterationScopes,
    steps: readonly Step[],
    group: string | undefined,
  ): void {
    for (const collection of collectionsOf(steps)) {
      scopes.keepApart(collection, this.#plan.apart?.besides(group) ?? []);
    }
  }

  /** Nothing ends it: neither the signal nor `bail`, nor that one of its requests fails. */
  async *teardown(): AsyncGenerator<RunEvent> {
    const steps = stepsOf(this.#plan, "teardown");
    if (steps.length === 0 || !this.#begun) return;
    const { signal: _, bail: __, ...settings } = this.#settings;
    const { stopped } = this;
    this.#rerun = 0;
    settings.ports.uninterrupted?.();
    this.#keepApart(this.#scopes, steps, undefined);
    yield* this.#run({ ...this.#iteration(steps), settings });
    this.stopped = stopped;
    // Those of an iteration stay what the environment is saved as.
    const { rows, apart } = this.#plan;
    if (rows.length === 0 && !apart) this.#tellChanges(steps);
  }

  /** @param own Whether what it sets is for no other one. */
  #iteration(steps: readonly Step[], { own = false } = {}): Iteration {
    const { stage, iteration } = steps[0];
    const { rows, iterations } = this.#plan;
    const row = stage === undefined ? rows[iteration] : undefined;
    const isApart = own || row !== undefined;
    return {
      settings: this.#settings,
      steps,
      all: this.#plan.steps,
      total: iterations,
      row: row ?? {},
      last: this.#last,
      scopes: isApart ? this.#scopes.copy(row ?? {}) : this.#scopes,
      ran: isApart ? new Set(this.#ran) : this.#ran,
      flow: { next: undefined, stopped: false },
    };
  }

  async *#run(iteration: Iteration): AsyncGenerator<RunEvent> {
    for await (const event of runSteps(iteration)) {
      this.#begun = true;
      if (event.type === "request-end") {
        this.stopped ??= stopReason(event.result, iteration);
        yield { ...event, result: this.#counted(event.result) };
      } else if (event.type === "request-start" && this.#rerun > 0) {
        yield { ...event, rerun: this.#rerun };
      } else yield event;
    }
  }

  #counted(result: RequestResult): RequestResult {
    if (this.#reruns) return this.#reruns.add(result, this.#rerun);
    this.tally.add(result);
    return result;
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
    for (const collection of collectionsOf(steps)) {
      const changes = scopes.environmentChanges(collection);
      if (changes.size === 0) continue;
      this.#settings.ports.environmentChanged?.(collection, changes);
    }
  }
}

function collectionsOf(steps: readonly Step[]): Set<Collection> {
  return new Set(steps.map((step) => step.collection));
}
