import type { Response } from "../request/response.ts";
import type { DiagnosticCode } from "../source/diagnostic.ts";
import {
  type DiagnosticError,
  InterpolationError,
  NetworkError,
  PermissionError,
  ScriptError,
} from "../source/errors.ts";
import { findRequest, nearestRequest, requestsOf } from "./find_request.ts";
import type { RequestRun } from "./request_run.ts";
import type { RequestResult } from "./types.ts";

/** Requests that run requests that run requests: more than this is a mistake. */
const DEEPEST = 10;

/**
 * Runs another request of the collection for a script. Its tests, assertions
 * and console join those of the request that asked; where it cannot be sent or
 * its scripts fail, the script gets the error.
 */
export async function runNested(
  outer: RequestRun,
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
  if (outer.depth >= DEEPEST) {
    throw failed(
      "LIMIT",
      `Cannot run the request "${called}": requests run each other more than ${DEEPEST} levels deep`,
    );
  }
  const { request, folders } = found;
  const step = { ...outer.step, folders, item: request };
  const nested = outer.nest(step, request);
  const result = await nested.execute();
  join(outer, result, request.name);
  const error = errorOf(result);
  if (error) throw error;
  return nested.seen;
}

function join(outer: RequestRun, result: RequestResult, name: string): void {
  outer.console.push(...result.console);
  outer.assertions.push(...result.assertions);
  outer.tests.push(
    ...result.tests.map((test) => ({ ...test, name: `${name}: ${test.name}` })),
  );
  if (result.failures.includes("check")) outer.failures.add("check");
  outer.diagnostics.push(
    ...result.diagnostics.filter((it) => it.severity === "warning"),
  );
}

function errorOf({ failures, diagnostics }: RequestResult): Error | undefined {
  const errors = diagnostics.filter((it) => it.severity === "error");
  if (failures.includes("permission")) return new PermissionError(errors);
  if (failures.includes("render")) return new InterpolationError(errors);
  if (failures.includes("script")) return new ScriptError(errors);
  if (failures.includes("network")) return new NetworkError(errors);
  return undefined;
}

function failed(code: DiagnosticCode, message: string): DiagnosticError {
  return new ScriptError([{ code, severity: "error", message }]);
}
