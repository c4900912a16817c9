import type { Script } from "../collection/types.ts";
import { type Location, locationOf } from "../source/diagnostic.ts";
import { ScriptError } from "../source/errors.ts";
import type { Plan, Step } from "../plan/types.ts";
import { isCalled, nearestRequest } from "./find_request.ts";
import type { Iteration } from "./iteration.ts";
import { IterationScopes } from "./iteration_scopes.ts";
import type { RunSettings } from "./options.ts";
import { executeRequest } from "./execute_request.ts";
import { runState } from "./run_state.ts";
import { skipped } from "./skipped.ts";
import { Tally } from "./tally.ts";
import type { RequestResult, RunEvent } from "./types.ts";

/**
 * Runs a plan: each request's scripts, the request itself, its assertions and
 * tests, one after the other. Tells what happens as it happens. What goes wrong
 * in a request is in its result; the run goes on, unless `bail` is set.
 *
 * @throws Only for defects of Brace or of its ports.
 */
export async function* run(
  plan: Plan,
  settings: RunSettings,
): AsyncGenerator<RunEvent> {
  const { ports, signal } = settings;
  const { delay = 0 } = settings;
  const start = ports.elapsed();
  const tally = new Tally();
  let stopped: string | undefined;
  yield {
    type: "run-start",
    collection: settings.name ?? plan.steps[0]?.collection.name ?? "",
    ...(settings.environment !== undefined &&
      { environment: settings.environment }),
    plan,
    startedAt: ports.now(),
  };
  for (const [index, steps] of [...iterationsOf(plan)].entries()) {
    if (index > 0 && delay > 0) await ports.sleep(delay, signal);
    if (signal?.aborted) break;
    const row = plan.rows[steps[0].iteration] ?? {};
    const scopes = new IterationScopes(settings, row);
    const iteration: Iteration = {
      settings,
      steps,
      total: plan.iterations,
      row,
      last: plan.steps.findLast(({ item }) => item.kind === "request"),
      scopes,
      ran: new Set(),
      flow: { next: undefined, stopped: false },
    };
    for await (const event of runIteration(iteration)) {
      if (event.type === "request-end") {
        tally.add(event.result);
        stopped = stopReason(event.result, iteration);
      }
      yield event;
    }
    for (const collection of new Set(steps.map((step) => step.collection))) {
      const changes = scopes.environmentChanges(collection);
      if (changes.size > 0) ports.environmentChanged?.(collection, changes);
    }
    if (stopped !== undefined) break;
  }
  yield {
    type: "run-end",
    summary: {
      ...tally.counts(),
      duration: ports.elapsed() - start,
      interrupted: signal?.aborted ?? false,
      ...(stopped !== undefined && { stopped }),
    },
  };
}

async function* runIteration(iteration: Iteration): AsyncGenerator<RunEvent> {
  const { steps, settings, flow } = iteration;
  const { ports, signal, delay = 0, mostJumps = 10_000 } = settings;
  let jumps = 0;
  for (let index = 0; index < steps.length && !signal?.aborted;) {
    const step = steps[index];
    yield { type: "request-start", step };
    flow.next = undefined;
    let result = await runStep(step, iteration);
    index++;
    if (flow.next === null) index = steps.length;
    else if (flow.next !== undefined) {
      const called: string = flow.next;
      const target = steps.findIndex(({ item }) =>
        item.kind === "request" && isCalled(item, called)
      );
      if (target === -1) {
        result = withError(result, unknownNext(called, steps, flow.by));
      } else if (++jumps > mostJumps) {
        result = withError(result, tooManyJumps(mostJumps, flow.by));
        index = steps.length;
      } else index = target;
    }
    yield { type: "request-end", result };
    if (stopReason(result, iteration) !== undefined) return;
    if (delay > 0 && index < steps.length) await ports.sleep(delay, signal);
  }
}

async function runStep(
  step: Step,
  iteration: Iteration,
): Promise<RequestResult> {
  const { item } = step;
  switch (item.kind) {
    case "request":
      return await executeRequest(
        runState(step, item, { iteration, execute: executeRequest }),
      );
    case "unsupported":
      return skipped(step, item, iteration.settings.ports.now());
    default:
      return item satisfies never;
  }
}

function stopReason(
  result: RequestResult,
  { settings, flow }: Iteration,
): string | undefined {
  const passed = result.status === "passed" || result.status === "skipped";
  if (settings.bail && !passed) return "--bail";
  return flow.stopped ? "stopExecution" : undefined;
}

function* iterationsOf(plan: Plan): Generator<readonly Step[]> {
  const byIteration = Map.groupBy(plan.steps, (step) => step.iteration);
  yield* byIteration.values();
}

function withError(result: RequestResult, error: ScriptError): RequestResult {
  return {
    ...result,
    status: "errored",
    failures: [...new Set([...result.failures, "script" as const])],
    diagnostics: [...result.diagnostics, ...error.diagnostics],
  };
}

function unknownNext(
  called: string,
  steps: readonly Step[],
  by: Script | undefined,
): ScriptError {
  const requests = steps.flatMap(({ item }) =>
    item.kind === "request" ? item : []
  );
  return new ScriptError([{
    code: "SCRIPT_ERROR",
    severity: "error",
    message:
      `Cannot go on with the request "${called}": this run has no such request${
        nearestRequest(requests, called)
      }`,
    ...by && { location: nameIn(by, called) },
  }]);
}

function tooManyJumps(most: number, by: Script | undefined): ScriptError {
  return new ScriptError([{
    code: "LIMIT",
    severity: "error",
    message:
      `Cannot go on: setNextRequest was followed more than ${most} times`,
    ...by && { location: nameIn(by, "setNextRequest") },
  }]);
}

/** Where a script has a name; the script itself where the name is made up as it runs. */
function nameIn({ code, at }: Script, name: string): Location {
  const offset = code.indexOf(name);
  return offset === -1
    ? locationOf(at, { place: "script" })
    : locationOf(at, { offset, length: name.length });
}
