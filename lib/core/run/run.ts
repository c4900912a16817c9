import type { DataRow, Plan, Step } from "../plan/types.ts";
import type { RunSettings } from "./options.ts";
import type { RequestResult, RunEvent } from "./types.ts";
import type { Collection } from "../collection/types.ts";
import {
  groupsOf,
  iterationsOf,
  lastRequest,
  RowCursor,
  stepsOf,
} from "../plan/iterations.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { DiagnosticError } from "../source/errors.ts";
import { Ran } from "./ran.ts";
import type { Iteration } from "./run_state.ts";
import { IterationScopes } from "./iteration_scopes.ts";
import { Reruns } from "./reruns.ts";
import { hasFailed, runSteps, stopReason } from "./run_steps.ts";
import { skipped } from "./skipped.ts";
import { Tally } from "./tally.ts";

/**
 * Runs a plan: setup, then each request's scripts, the request itself, its
 * assertions and tests, one after the other, or groups side by side where the
 * plan keeps them apart, then teardown, whatever happened before. Tells what happens as it happens. What goes wrong in a request is in
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
    ...(settings.reruns && { reruns: settings.reruns }),
    startedAt: ports.now(),
  };
  using work = new Work(plan, settings);
  const teardown = work.teardown();
  try {
    yield* work.setup();
    yield* work.between();
    // Teardown also runs to its end when the consumer stops reading.
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

/** A run that is under way: setup, what is between, and teardown. */
class Work implements Disposable {
  readonly tally = new Tally();
  /** Why it goes no further, teardown aside. */
  stopped: string | undefined;
  readonly #plan: Plan;
  readonly #settings: RunSettings;
  /** The variables before the iterations; each iteration starts from them. */
  readonly #scopes: IterationScopes;
  readonly #ran: Ran;
  readonly #last: number;
  readonly #rows: RowCursor;
  /** Why there are no more rows. */
  #lost: readonly Diagnostic[] = [];
  /** Why nothing but teardown is left to run. */
  #skips: string | undefined;
  #begun = false;
  /** Absent where nothing runs again. */
  #reruns: Reruns | undefined;
  /** Which repetition of groups runs; 0: none. */
  #rerun = 0;

  constructor(plan: Plan, settings: RunSettings) {
    this.#plan = plan;
    this.#settings = settings;
    this.#scopes = new IterationScopes(settings);
    this.#ran = new Ran(undefined, settings.earlier?.deleted);
    this.#last = lastRequest(plan);
    this.#rows = new RowCursor(plan.rows);
  }

  [Symbol.dispose](): void {
    this.#rows[Symbol.dispose]();
  }

  async *setup(): AsyncGenerator<RunEvent> {
    if (this.#settings.reruns) {
      this.#reruns = new Reruns(this.#plan, this.tally);
    }
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
    const { reruns = 0, signal } = this.#settings;
    const { apart } = this.#plan;
    if (this.#skips !== undefined) {
      for (const steps of iterationsOf(this.#plan)) yield* this.#skip(steps);
    } else if (apart) yield* this.#groups(groupsOf(this.#plan));
    else yield* this.#iterations(iterationsOf(this.#plan));
    for (const diagnostic of this.#lost) {
      yield { type: "warning", diagnostic };
    }
    for (this.#rerun = 1; this.#rerun <= reruns; this.#rerun++) {
      if (this.stopped !== undefined || signal?.aborted) return;
      const failed = this.#reruns!.failed();
      if (failed.size === 0) return;
      if (apart) yield* this.#groups(failed);
      else yield* this.#iterations(failed.values());
    }
  }

  async *#iterations(
    all: Iterable<readonly Step[]>,
  ): AsyncGenerator<RunEvent> {
    const { ports, signal, delay = 0 } = this.#settings;
    let wait = this.#begun;
    for (const steps of all) {
      if (this.stopped !== undefined || steps.length === 0) break;
      if (wait && delay > 0) await ports.sleep(delay, signal);
      wait = true;
      if (signal?.aborted) break;
      const row = this.#rowOf(steps);
      if (this.stopped !== undefined) break;
      const iteration = this.#iteration(steps, { row });
      yield* this.#run(iteration);
      this.#tellChanges(steps, iteration);
    }
  }

  /** The row of an iteration; the run goes no further where it cannot be read any more. */
  #rowOf([{ iteration }]: readonly Step[]): DataRow | undefined {
    try {
      return this.#rows.at(iteration);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      this.#lost = error.diagnostics;
      this.stopped = "--data";
      return undefined;
    }
  }

  /** Runs groups apart from each other, several at a time. */
  async *#groups(
    all: Iterable<readonly [group: string, steps: readonly Step[]]>,
  ): AsyncGenerator<RunEvent> {
    const left = new AbortController();
    const { signal = left.signal, jobs = 1 } = this.#settings;
    const settings = {
      ...this.#settings,
      signal: AbortSignal.any([signal, left.signal]),
    };
    yield* sideBySide(this.#started(all, settings), {
      most: jobs,
      leave: () => left.abort(),
    });
  }

  /** Groups with their rows, which are read in the order in which groups start. */
  *#started(
    all: Iterable<readonly [group: string, steps: readonly Step[]]>,
    settings: RunSettings,
  ): Generator<() => AsyncGenerator<RunEvent>> {
    for (const [group, steps] of all) {
      const row = this.#rowOf(steps);
      if (this.stopped !== undefined) return;
      yield () => this.#group(group, steps, { settings, row });
    }
  }

  async *#group(
    group: string,
    steps: readonly Step[],
    { settings, row }: {
      readonly settings: RunSettings;
      readonly row: DataRow | undefined;
    },
  ): AsyncGenerator<RunEvent> {
    if (this.stopped !== undefined) return;
    const { ports, signal, delay = 0 } = settings;
    if (this.#begun && delay > 0) await ports.sleep(delay, signal);
    const iteration = this.#iteration(steps, { own: true, row });
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

  /** Neither the signal nor `bail` nor a failed request ends it. */
  async *teardown(): AsyncGenerator<RunEvent> {
    const steps = stepsOf(this.#plan, "teardown");
    const { signal, bail: _, ...settings } = this.#settings;
    const isDue = this.#begun ||
      this.#plan.onlyTeardown && signal?.aborted !== true;
    if (steps.length === 0 || !isDue) return;
    const { stopped } = this;
    this.#rerun = 0;
    settings.ports.uninterrupted?.();
    this.#keepApart(this.#scopes, steps, undefined);
    yield* this.#run({ ...this.#iteration(steps), settings });
    this.stopped = stopped;
    // Otherwise the environment keeps the changes of the last iteration.
    const { rows, apart } = this.#plan;
    if (rows.length === 0 && !apart) this.#tellChanges(steps);
  }

  /** @param options.own Whether what it sets is for no other one. */
  #iteration(
    steps: readonly Step[],
    { own = false, row }: {
      readonly own?: boolean;
      readonly row?: DataRow | undefined;
    } = {},
  ): Iteration {
    const isApart = own || row !== undefined;
    return {
      settings: this.#settings,
      steps,
      // Where iterations differ, the requests of others are in no other group.
      all: this.#plan.only ? steps : this.#plan.steps,
      total: this.#plan.iterations,
      row: row ?? {},
      isTeardownApart: this.#plan.rows.length > 0,
      ...this.#plan.data && { data: this.#plan.data },
      last: this.#last,
      scopes: isApart ? this.#scopes.copy(row ?? {}) : this.#scopes,
      ran: isApart ? new Ran(this.#ran) : this.#ran,
      flow: { next: undefined, stopped: false },
    };
  }

  #run(iteration: Iteration): AsyncGenerator<RunEvent> {
    return runSteps(iteration, (event) => this.#noted(event, iteration));
  }

  #noted(event: RunEvent, iteration: Iteration): RunEvent {
    this.#begun = true;
    if (event.type === "request-end") {
      this.stopped ??= stopReason(event.result, iteration);
      const result = this.#counted(event.result);
      return result === event.result ? event : { ...event, result };
    }
    return event.type === "request-start" && this.#rerun > 0
      ? { ...event, rerun: this.#rerun }
      : event;
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

  #tellChanges(
    steps: readonly Step[],
    { scopes, ran }: Pick<Iteration, "scopes" | "ran"> = {
      scopes: this.#scopes,
      ran: this.#ran,
    },
  ): void {
    for (const collection of collectionsOf(steps)) {
      const { ports } = this.#settings;
      const left = scopes.left(collection);
      ports.variablesLeft?.(collection, left, ran.deleted);
      const changes = scopes.environmentChanges(collection);
      if (changes.values.size + changes.withheld.size === 0) continue;
      ports.environmentChanged?.(collection, changes);
    }
  }
}

function collectionsOf(steps: readonly Step[]): Set<Collection> {
  return new Set(steps.map((step) => step.collection));
}

/** What one of the sources gave. */
interface Taken<T> {
  readonly from: AsyncGenerator<T>;
  readonly result: () => IteratorResult<T>;
}

/**
 * What several generators give, as it comes; so many run at a time, in their
 * order. None goes on before what it gave was taken.
 *
 * @param leave Called where the rest is not wanted, so that what runs ends soon.
 */
async function* sideBySide<T>(
  sources: Iterable<() => AsyncGenerator<T>>,
  { most, leave }: { readonly most: number; readonly leave: () => void },
): AsyncGenerator<T> {
  const left = sources[Symbol.iterator]();
  const running = new Set<AsyncGenerator<T>>();
  const taken: Taken<T>[] = [];
  let wake = () => {};
  const put = (one: Taken<T>) => {
    taken.push(one);
    wake();
  };
  const advance = (from: AsyncGenerator<T>) => {
    from.next().then(
      (result) => put({ from, result: () => result }),
      (error) =>
        put({
          from,
          result() {
            throw error;
          },
        }),
    );
  };
  const start = () => {
    const next = left.next();
    if (next.done) return;
    const source = next.value();
    running.add(source);
    advance(source);
  };
  try {
    for (let count = 0; count < most; count++) start();
    while (running.size > 0) {
      const one = taken.shift();
      if (one === undefined) {
        await new Promise<void>((resolve) => wake = resolve);
        continue;
      }
      const { done, value } = one.result();
      if (!done) {
        yield value;
        advance(one.from);
        continue;
      }
      running.delete(one.from);
      start();
    }
  } finally {
    if (running.size > 0) leave();
    await Promise.allSettled([...running].map((it) => it.return(undefined)));
  }
}
