import { groupBy } from "../source/group_by.ts";
import type { DataRow, DataRows, Plan, Shard, Step } from "./types.ts";

/** How often the selection runs here: in a shard of a data-driven run only some iterations do. */
export function iterationCount(plan: Plan): number {
  const { iterations, turn, only } = plan;
  if (only) return turnsOf(plan).filter((at) => only.has(at)).toArray().length;
  return turn === undefined
    ? iterations
    : Math.ceil(Math.max(0, iterations - turn.index + 1) / turn.count);
}

/** The iterations whose turn it is. */
function* turnsOf({ iterations, turn }: Plan): Generator<number> {
  const { index: first, count: by } = turn ?? { index: 1, count: 1 };
  for (let at = first - 1; at < iterations; at += by) yield at;
}

/** How many steps a plan has between setup and teardown. */
export function countBetween(plan: Plan): number {
  if (plan.only) {
    return iterationsOf(plan).reduce((sum, { length }) => sum + length, 0);
  }
  return stepsOf(plan, undefined).length * iterationCount(plan);
}

/** How many steps a plan has, all iterations included. */
export function stepCount(plan: Plan): number {
  const once = stepsOf(plan, undefined).length;
  return plan.steps.length - once + countBetween(plan);
}

/** The steps of each iteration, in order, each made when it is asked for: there may be millions. */
export function* iterationsOf(plan: Plan): Generator<readonly Step[]> {
  for (const at of turnsOf(plan)) {
    if (plan.only?.has(at) ?? true) yield iterationOf(plan, at);
  }
}

/** The steps of one iteration. */
function iterationOf(plan: Plan, iteration: number): readonly Step[] {
  const all = stepsOf(plan, undefined);
  const only = plan.only?.get(iteration);
  const steps = only ? all.filter(({ item }) => only.has(item)) : all;
  if (iteration === 0) return steps;
  const before = iteration * all.length;
  return steps.map((step) => ({
    ...step,
    index: step.index + before,
    iteration,
  }));
}

/** All steps of a plan, in order. */
export function* allSteps(plan: Plan): Generator<Step> {
  yield* stepsOf(plan, "setup");
  for (const steps of iterationsOf(plan)) yield* steps;
  yield* stepsOf(plan, "teardown");
}

/** The index of the last request of a plan, of what is not a stage where there is one; -1 without. */
export function lastRequest(plan: Plan): number {
  const isRequest = ({ item }: Step) => item.kind === "request";
  const between = stepsOf(plan, undefined).findLast(isRequest);
  const runs = iterationCount(plan);
  if (between === undefined || runs === 0) {
    return plan.steps.findLast((step) =>
      step.stage !== undefined && isRequest(step)
    )?.index ?? -1;
  }
  if (plan.only) {
    let last: Step | undefined;
    for (const steps of iterationsOf(plan)) last = steps.findLast(isRequest);
    return last?.index ?? -1;
  }
  const { index: first, count: by } = plan.turn ?? { index: 1, count: 1 };
  const iteration = first - 1 + (runs - 1) * by;
  return between.index + iteration * stepsOf(plan, undefined).length;
}

/** The steps of setup, of teardown or, for undefined, of what is between them. */
export function stepsOf(
  { steps }: Pick<Plan, "steps">,
  stage: Step["stage"],
): readonly Step[] {
  return steps.some((step) => step.stage !== stage)
    ? steps.filter((step) => step.stage === stage)
    : steps;
}

/**
 * What a step shares variables, cookies and order with, where groups run apart:
 * its iteration in a data-driven run, otherwise its top-level folder, "" being
 * all requests at the top level. Setup and teardown are in none.
 */
export function groupOf(
  { iteration, folders, stage }: Pick<Step, "iteration" | "folders" | "stage">,
  { iterations }: Pick<Plan, "iterations">,
): string | undefined {
  if (stage !== undefined) return undefined;
  return iterations > 1 ? String(iteration) : folders[0]?.path ?? "";
}

/** The groups of a plan with their keys, in the order of their first steps; of many iterations each when it is asked for. */
export function* groupsOf(
  plan: Plan,
): Generator<readonly [group: string, steps: readonly Step[]]> {
  if (plan.iterations === 1) {
    yield* groupBy(
      stepsOf(plan, undefined),
      (step) => groupOf(step, plan)!,
    );
    return;
  }
  for (const steps of iterationsOf(plan)) {
    if (steps.length > 0) yield [groupOf(steps[0], plan)!, steps];
  }
}

/** Goes through rows of data from first to last, and begins anew for one that is behind. */
export class RowCursor implements Disposable {
  readonly #rows: DataRows;
  #iterator: Iterator<DataRow> | undefined;
  #next = 0;

  constructor(rows: DataRows) {
    this.#rows = rows;
  }

  /**
   * The row of an iteration; undefined where there are no rows.
   *
   * @throws {DiagnosticError} It cannot be read any more.
   */
  at(iteration: number): DataRow | undefined {
    if (iteration >= this.#rows.length) return undefined;
    if (this.#iterator === undefined || iteration < this.#next) {
      this[Symbol.dispose]();
      this.#iterator = this.#rows[Symbol.iterator]();
    }
    for (;;) {
      const { done, value } = this.#iterator.next();
      if (done) return undefined;
      if (this.#next++ === iteration) return value;
    }
  }

  [Symbol.dispose](): void {
    this.#iterator?.return?.();
    this.#iterator = undefined;
    this.#next = 0;
  }
}

/**
 * The part of a plan that a shard runs: the groups that fall to it by their
 * paths, so that neither other groups nor more requests in one change where a
 * group runs; iterations take turns. Setup and teardown are in every shard.
 */
export function inShard(plan: Plan, { index, count }: Shard): Plan {
  if (plan.iterations > 1) return { ...plan, turn: { index, count } };
  const steps = plan.steps.filter((step) => {
    const group = groupOf(step, plan);
    return group === undefined || hashOf(group) % count === index - 1;
  });
  return { ...plan, steps };
}

/** FNV-1a of 32 bits, mixed so that all of them depend on all characters: the same everywhere, for good. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return (hash ^ hash >>> 16) >>> 0;
}

/** So many rows without data, for a selection that runs more than once. */
export function emptyRows(length: number): DataRows {
  return rowsOf(length, function* () {
    for (let at = 0; at < length; at++) yield {};
  });
}

/** The rows from the first to the last, both included and counted from 1. */
export function rowsBetween(
  rows: DataRows,
  [first, last]: readonly [first: number, last: number],
): DataRows {
  return rowsOf(last - first + 1, function* () {
    let count = 0;
    for (const row of rows) {
      if (++count >= first) yield row;
      if (count === last) return;
    }
  });
}

function rowsOf(length: number, read: () => Generator<DataRow>): DataRows {
  return { length, [Symbol.iterator]: read };
}
