import { entryName } from "../../policy/env_refusal.ts";
import type { Collection } from "../../collection/types.ts";
import type { Entry } from "../../scope/variables.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { InterpolationError } from "../../source/errors.ts";
import { wayOut } from "../../source/way_out.ts";
import { settersBy } from "../explain/explain.ts";
import type { RunPorts } from "../ports.ts";

/** What tells how a variable gets its value. */
export interface Files {
  readonly collection: Collection;
  readonly ports: Pick<RunPorts, "readFile" | "lackedPermission">;
}

/**
 * Completes the error of a script that reads a variable whose value is an entry
 * of the process's environment, and cannot be read: how else to give it.
 */
export function unreadEntry(
  error: unknown,
  name: string,
  { value, secret, at }: Entry,
  { collection, ports }: Files,
): unknown {
  if (
    !(error instanceof InterpolationError) || entryName(value) === undefined
  ) {
    return error;
  }
  // Such as a login in the collection's own script, if there is no token yet.
  const note = at && settersBy(name, collection, ports.readFile).length > 0
    ? `; a script sets "${name}": if it needs no first value, write value: "" in "${at.file}"`
    : "";
  const permission = ports.lackedPermission?.(name);
  const ways = secret
    ? [wayOut("set-secret", name, ...permission ? [permission] : [])]
    : [];
  return new InterpolationError(
    error.diagnostics.map((one): Diagnostic => ({
      ...one,
      message: one.message + note,
      waysOut: [...one.waysOut ?? [], ...ways],
    })),
  );
}
