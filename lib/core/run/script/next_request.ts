import type { Script } from "../../collection/types.ts";
import type { Step } from "../../plan/types.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../../source/diagnostic.ts";
import { ScriptError } from "../../source/errors.ts";
import { isCalled, nearestRequest } from "../find_request.ts";
import type { Iteration } from "../iteration.ts";

/** The request that a script goes on with, by its position. */
export function positionOf(called: string, steps: readonly Step[]): number {
  return steps.findIndex(({ item }) =>
    item.kind === "request" && isCalled(item, called)
  );
}

/** A script goes on with a request that is not there, or in another group of the run. */
export function unknownNext(
  called: string,
  { steps, all = steps }: Pick<Iteration, "steps" | "all">,
  by: Script | undefined,
): ScriptError {
  const isElsewhere = positionOf(called, all) !== -1;
  const requests = steps.flatMap(({ item }) =>
    item.kind === "request" ? item : []
  );
  return new ScriptError([{
    code: "SCRIPT_ERROR",
    severity: "error",
    message: `Cannot go on with the request "${called}": ${
      isElsewhere
        ? "it is in another group, which runs apart from this one"
        : `this run has no such request${nearestRequest(requests, called)}`
    }`,
    ...by && { location: nameIn(by, called) },
  }]);
}

/** In Postman a run ends where its scripts go on with a request that is not there. */
export function endsThere({ diagnostics }: ScriptError): Diagnostic[] {
  return diagnostics.map((one) => ({
    ...one,
    severity: "warning",
    message: `${one.message}; the run ends here, as in Postman`,
  }));
}

/** Scripts go round in a circle. */
export function tooManyJumps(
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
