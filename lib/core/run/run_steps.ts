import type { Step } from "../plan/types.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../source/diagnostic.ts";
import { ScriptError } from "../source/errors.ts";
import { executeRequest } from "./execute_request.ts";
import { type Iteration, runState } from "./run_state.ts";
import type { RunSettings } from "./options.ts";
import { skipped, unsupported } from "./skipped.ts";
import type { RequestResult, RunEvent } from "./types.ts";
import type { Script } from "../collection/types.ts";
import {
  findRequest,
  isCalled,
  isPostmanId,
  nearestRequest,
} from "../plan/find_request.ts";

/**
 * Runs steps one after the other, or in the order that their scripts decide,
 * until one of them stops it all.
 *
 * @param noted Takes note of each event, and gives it as it is told.
 */
export async function* runSteps(
  iteration: Iteration,
  noted: (event: RunEvent) => RunEvent = (event) => event,
): AsyncGenerator<RunEvent> {
  const { steps, settings, flow, isOver = () => false } = iteration;
  const { ports, signal, delay = 0, mostJumps = 10_000 } = settings;
  let jumps = 0;
  /** What scripts went past before it ran, and why. */
  const passed = new Map<Step, string>();
  const ran = new Set<Step>();
  for (let index = 0; index < steps.length && !signal?.aborted && !isOver();) {
    const step = steps[index];
    passed.delete(step);
    ran.add(step);
    yield noted({ type: "request-start", step });
    flow.next = undefined;
    let result = marked(await runStep(step, iteration), settings);
    index++;
    const pass = (end: number, reason: string) => {
      for (const one of steps.slice(index, end)) {
        if (!ran.has(one)) passed.set(one, reason);
      }
      index = end;
    };
    const { path } = step.item;
    if (flow.next === null) {
      pass(steps.length, `${path} went no further (setNextRequest)`);
    } else if (flow.next !== undefined) {
      const called: string = flow.next;
      const target = positionOf(called, steps);
      if (target === -1) {
        const error = unknownNext(called, iteration, flow.by);
        const isOfCollection =
          findRequest(step.collection, called) !== undefined;
        const isPostman = flow.by?.dialect === "postman";
        const isLeft = steps.slice(index).some((one) => !ran.has(one));
        if (isPostman) {
          pass(
            steps.length,
            `${path} went on with a request that is not ${
              isOfCollection ? "in this run" : "there"
            } (setNextRequest)`,
          );
        }
        const mayEnd = isOfCollection
          ? !isLeft && (isPostman || isOutside(called, iteration))
          : isPostman;
        if (!mayEnd) {
          // The whole collection would have gone on: the part that Brace was to run did not run.
          result = withError(result, error);
        } else if (steps.length > 1) {
          // A request alone has no run to end: Postman's Send says nothing.
          result = withDiagnostics(result, endsThere(error, called, iteration));
        }
      } else if (++jumps > mostJumps) {
        const error = tooManyJumps(mostJumps, flow.by);
        result = withError(result, error);
        index = steps.length;
      } else {
        const { item } = steps[target];
        pass(target, `${path} went on with ${item.path} (setNextRequest)`);
      }
    }
    const stops = stopReason(result, iteration) !== undefined;
    const isLast = stops || index >= steps.length && passed.size === 0;
    yield noted({
      type: "request-end",
      result,
      ...(iteration.isOver && isLast && { endsGroup: true }),
    });
    if (stops) return;
    if (delay > 0 && index < steps.length) await ports.sleep(delay, signal);
  }
  if (signal?.aborted || isOver()) return;
  const left = steps.filter((step) => passed.has(step));
  for (const step of left) {
    const reason = passed.get(step)!;
    yield noted({
      type: "request-end",
      result: {
        ...skipped(step, { reason, startedAt: ports.now() }),
        jumped: true,
      },
      ...(iteration.isOver && step === left.at(-1) && { endsGroup: true }),
    });
  }
}

function marked(result: RequestResult, { slow }: RunSettings): RequestResult {
  return slow !== undefined && result.duration > slow
    ? { ...result, slow: true }
    : result;
}

/** Why a run goes no further after a request, if it does not. */
export function stopReason(
  result: RequestResult,
  { settings, flow }: Pick<Iteration, "settings" | "flow">,
): string | undefined {
  if (settings.bail && hasFailed(result)) return "--bail";
  return flow.stopped ? "stopExecution" : undefined;
}

/** Whether a request neither passed nor was skipped. */
export function hasFailed({ status }: RequestResult): boolean {
  return status === "failed" || status === "errored";
}

function runStep(
  step: Step,
  iteration: Iteration,
): RequestResult | Promise<RequestResult> {
  const { item } = step;
  switch (item.kind) {
    case "request":
      return executeRequest(
        runState(step, item, { iteration, execute: executeRequest }),
      );
    case "unsupported":
      return skipped(step, {
        reason: unsupported(item),
        startedAt: iteration.settings.ports.now(),
      });
    default:
      return item satisfies never;
  }
}

function withError(result: RequestResult, error: ScriptError): RequestResult {
  return {
    ...withDiagnostics(result, error.diagnostics),
    status: "errored",
    failures: [...new Set([...result.failures, "script" as const])],
  };
}

function withDiagnostics(
  result: RequestResult,
  diagnostics: readonly Diagnostic[],
): RequestResult {
  return { ...result, diagnostics: [...result.diagnostics, ...diagnostics] };
}

/** The request that a script goes on with, by its position. */
function positionOf(called: string, steps: readonly Step[]): number {
  return steps.findIndex(({ item, folders }) =>
    item.kind === "request" && isCalled({ request: item, folders }, called)
  );
}

/** The error for a script that continues with a request that does not exist or belongs to another group. */
function unknownNext(
  called: string,
  { steps, all = steps }: Pick<Iteration, "steps" | "all">,
  by: Script | undefined,
): ScriptError {
  return new ScriptError([{
    code: "SCRIPT_ERROR",
    severity: "error",
    message: `Cannot go on with the request "${called}": ${
      whyNotThere(called, steps, all)
    }`,
    ...by && { location: nameIn(by, called) },
  }]);
}

/** Whether a run lacks a request in all its groups. */
function isOutside(
  called: string,
  { steps, all = steps }: Pick<Iteration, "steps" | "all">,
): boolean {
  return positionOf(called, all) === -1;
}

function whyNotThere(
  called: string,
  steps: readonly Step[],
  all: readonly Step[],
): string {
  if (positionOf(called, all) !== -1) {
    return "it is in another group, which runs apart from this one";
  }
  const [first] = steps;
  const there = first && findRequest(first.collection, called);
  if (there) {
    return `this run has only a part of the collection, without "${there.request.path}" (select it, too)`;
  }
  const requests = steps.flatMap(({ item }) =>
    item.kind === "request" ? item : []
  );
  return `this run has no such request${nearestRequest(requests, called)}`;
}

/** What is said where an iteration ends because its script goes on with a request that is not there; in Postman, one with this ID may be. */
function endsThere(
  { diagnostics }: ScriptError,
  called: string,
  { total, flow }: Iteration,
): Diagnostic[] {
  const ends = total > 1 ? "iteration" : "run";
  const isAsThere = flow.by?.dialect === "postman" && !isPostmanId(called);
  const asThere = isAsThere ? ", as in Postman" : "";
  return diagnostics.map((one) => ({
    ...one,
    severity: "warning",
    message: `${one.message}; the ${ends} ends here${asThere}`,
  }));
}

/** Scripts go round in a circle. */
function tooManyJumps(
  most: number,
  by: Script | undefined,
): ScriptError {
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
