import type { Request } from "../../collection/types.ts";
import type { Response } from "../../http/response.ts";
import type { Step } from "../../plan/types.ts";
import type { Diagnostic, DiagnosticCode } from "../../source/diagnostic.ts";
import {
  type DiagnosticError,
  InterpolationError,
  NetworkError,
  PermissionError,
  ScriptError,
} from "../../source/errors.ts";
import {
  findRequest,
  type Located,
  nearestRequest,
  requestsOf,
} from "../find_request.ts";
import { nestedState } from "./nested_state.ts";
import { type RunState, runState } from "../run_state.ts";
import type { RequestResult } from "../types.ts";
import { pushAll } from "../../source/push_all.ts";

/** Requests that run requests that run requests: more than this is a mistake. */
const MAX_DEPTH = 10;
/** So many that one request runs in all, those that they run included, are one too. */
const MAX_COUNT = 10_000;

/**
 * Runs another request of the collection for a script, those of one request
 * one after the other. Its tests, assertions
 * and console join those of the request that asked; where it cannot be sent or
 * its scripts fail, the script gets the error.
 */
export async function runNested(
  outer: RunState,
  called: string,
): Promise<Response | undefined> {
  const { collection } = outer.step;
  const found = findRequest(collection, called);
  if (found === undefined) {
    const requests = [...requestsOf(collection.items)].map((it) => it.request);
    throw failed(
      "SCRIPT_ERROR",
      `Cannot run the request "${called}": the collection has no such request${
        nearestRequest(requests, called)
      }`,
    );
  }
  if (outer.depth >= MAX_DEPTH) {
    throw failed(
      "LIMIT",
      `Cannot run the request "${called}": requests run each other more than ${MAX_DEPTH} levels deep`,
    );
  }
  if (++outer.nested.total.count > MAX_COUNT) {
    throw failed(
      "LIMIT",
      `Cannot run the request "${called}": one request runs more than ${MAX_COUNT} others`,
    );
  }
  const { nested } = outer;
  const { last, endedScripts } = nested;
  const { promise, resolve } = Promise.withResolvers<void>();
  nested.last = promise;
  await last;
  try {
    if (nested.endedScripts !== endedScripts) {
      throw failed(
        "SCRIPT_ERROR",
        `Cannot run the request "${called}": the script has ended`,
      );
    }
    return await runFound(outer, found, called);
  } finally {
    resolve();
  }
}

async function runFound(
  outer: RunState,
  { request, folders }: Located,
  called: string,
): Promise<Response | undefined> {
  const step = { ...outer.step, folders, item: request };
  const nested = nestedIn(outer, step, request);
  const result = await outer.execute(nested);
  join(outer, result, request.name);
  const error = errorOf(result, called);
  if (error === undefined) return nested.seen;
  outer.nested.failure = { message: error.message, causes: errorsOf(result) };
  throw error;
}

/** The state of another request that one's scripts run. */
function nestedIn(outer: RunState, step: Step, request: Request): RunState {
  // Where a nested request wants to go next is of no consequence.
  const flow = { next: undefined, stopped: false };
  const iteration = { ...outer.iteration, flow };
  return {
    ...runState(step, request, { iteration, execute: outer.execute }),
    depth: outer.depth + 1,
    nested: nestedState(outer.nested),
  };
}

function join(outer: RunState, result: RequestResult, name: string): void {
  pushAll(outer.console, result.console);
  pushAll(outer.assertions, result.assertions);
  pushAll(
    outer.tests,
    result.tests.map((test) => ({ ...test, name: `${name}: ${test.name}` })),
  );
  if (result.failures.includes("check")) outer.failures.add("check");
  pushAll(
    outer.diagnostics,
    result.diagnostics.filter((it) => it.severity === "warning"),
  );
}

/** What the script gets that asked: the first reason, however deep it lies. */
function errorOf(
  result: RequestResult,
  called: string,
): DiagnosticError | undefined {
  const { failures } = result;
  const errors = errorsOf(result);
  const reason = errors[0]?.message.replace(
    /^Cannot finish the \S+ script: /,
    "",
  );
  const message = reason?.startsWith('Cannot run the request "')
    ? reason
    : `Cannot run the request "${called}": ${reason}`;
  const diagnostics = errors.slice(0, 1).map((it) => ({ ...it, message }));
  if (failures.includes("permission")) return new PermissionError(diagnostics);
  if (failures.includes("render")) return new InterpolationError(diagnostics);
  if (failures.includes("script")) return new ScriptError(diagnostics);
  if (failures.includes("network")) return new NetworkError(diagnostics);
  return undefined;
}

function errorsOf({ diagnostics }: RequestResult): Diagnostic[] {
  return diagnostics.filter((it) => it.severity === "error");
}

function failed(code: DiagnosticCode, message: string): DiagnosticError {
  return new ScriptError([{ code, severity: "error", message }]);
}
