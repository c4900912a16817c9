import { InterpolationError } from "../../source/errors.ts";
import { commonText, worded } from "../../source/way_out.ts";
import { checkName, type ScopeName } from "../../scope/names.ts";
import type { Execution } from "../../scope/execution.ts";
import type { Apart, Entry } from "../../scope/variables.ts";
import { type Layer, layerWith } from "../../scope/layer.ts";
import { hasTemplates } from "../../scope/make_value.ts";
import type { Scopes } from "../../scope/scopes.ts";
import { setElsewhere } from "../../scope/problems/missing_member.ts";
import { copyValue } from "../../scope/value/snapshot.ts";
import type { Value } from "../../scope/value/value.ts";
import { renderValue } from "../../render/render_text.ts";
import { takeRendered } from "../../request/take_rendered.ts";
import type { Origin } from "../../source/origin.ts";
import type { ScriptVariables } from "../../script/border/types.ts";
import type { LearnedVariable } from "../../secrets/secret_index.ts";
import { type Files, unreadEntry } from "./unread_entry.ts";

/** Where script variables live. */
interface Surroundings {
  readonly scopes: Scopes;
  readonly execution: Execution;
  learn?(variable: LearnedVariable): void;
  /** Told of each variable that is set, with its value, or deleted. */
  changed?(name: string, isDeleted: boolean, value?: unknown): void;
  /** Told of each variable that a script reads and its scope does not have. */
  missed?(name: string): void;
  /** What tells how else a value is given; it lasts as long as the run. */
  readonly files: Files;
}

/**
 * The variables as a script reads and sets them. What a script set comes back
 * as it was set; what a file defines is resolved.
 */
export function scriptVariables(around: Surroundings): ScriptVariables {
  const layers = (scope: ScopeName) =>
    around.scopes.layers.filter((layer) => layer.scope === scope);
  return {
    get(scope, name) {
      const entry = find(layers(scope), name);
      if (entry === undefined) {
        around.missed?.(name);
        return stored(layers(scope), name);
      }
      if (entry.withheld !== undefined) throw withheld(name, entry.withheld);
      if (entry.apart) throw apartError(name, entry.apart);
      return readOrExplain(name, entry, around);
    },
    has(scope, name, tells = false) {
      const entry = find(layers(scope), name);
      if (tells && entry?.apart) throw apartError(name, entry.apart);
      // Postman's objects read only what is there.
      if (entry === undefined && !tells) around.missed?.(name);
      return entry !== undefined;
    },
    set(scope, name, value, anyName = false) {
      // Imported files have names that none could be set by, and scripts for them.
      if (!anyName && !layers(scope).some((layer) => layer.defines?.(name))) {
        checkName(name);
      }
      around.scopes.set(scope, name, value);
      around.changed?.(name, false, value);
      if (anyName === "local") markLocal(layers(scope), name);
      const learned = learnedOf(around.scopes, scope, name);
      if (learned) around.learn?.(learned);
    },
    delete(scope, name) {
      let isDeleted = false;
      for (const { entries } of layers(scope)) {
        isDeleted = entries.delete(name) || isDeleted;
      }
      if (isDeleted) around.changed?.(name, true);
    },
    all(scope) {
      const all = new Map<string, Value>();
      for (const { entries } of layers(scope).reverse()) {
        for (const [name, { apart, ...entry }] of entries) {
          const own = apart ? apart.instead : entry;
          if (own && own.withheld === undefined) {
            all.set(name, readOrKeep(name, own, around));
          }
        }
      }
      return Object.fromEntries(all);
    },
  };
}

function markLocal(layers: readonly Layer[], name: string): void {
  const [entries] = layers.map((layer) => layer.entries)
    .filter((it) => it.has(name));
  entries?.set(name, { ...entries.get(name)!, local: true });
}

function apartError(name: string, apart: Apart): InterpolationError {
  const problem = setElsewhere(
    // A name and a name behind a colon would look like a secret's.
    `Cannot read the variable "${name}": it`,
    apart,
  );
  // Only the message comes back out of the script.
  return new InterpolationError([
    worded({ ...problem, severity: "error" }, { text: commonText }),
  ]);
}

function withheld(name: string, why: string): InterpolationError {
  return new InterpolationError([{
    code: "PERMISSION",
    severity: "error",
    message: `Cannot read the variable "${name}": it is secret, and ${why}`,
  }]);
}

/** What reports and the sender must know of a variable that was set. */
export function learnedOf(
  { layers }: Scopes,
  scope: ScopeName,
  name: string,
): LearnedVariable | undefined {
  const entry = find(layers.filter((layer) => layer.scope === scope), name);
  if (entry === undefined) return undefined;
  const { value, secret = false, hosts } = entry;
  return {
    name,
    value,
    secret,
    ...(hosts && { hosts }),
    ...(secret && { given: "script" as const }),
  };
}

function find(layers: readonly Layer[], name: string): Entry | undefined {
  return layerWith(layers, name)?.entries.get(name);
}

function readOrExplain(
  name: string,
  entry: Entry,
  around: Surroundings,
): Value {
  try {
    return read(name, entry, around);
  } catch (error) {
    throw unreadEntry(error, name, entry, around.files);
  }
}

function read(name: string, entry: Entry, around: Surroundings): Value {
  const { at, secret = false, hosts } = entry;
  if (!entry.template || at === undefined || !hasTemplates(entry.value)) {
    return copyValue(entry.value);
  }
  const value = resolved(entry.value, at, around);
  around.learn?.({
    name,
    value,
    secret,
    ...(hosts && { hosts }),
    readBy: "script",
  });
  return value;
}

/** What a file defines, the texts inside lists and objects included. */
function resolved(value: Value, at: Origin, around: Surroundings): Value {
  if (typeof value === "string") {
    const { scopes, execution } = around;
    const text = { text: value, at };
    return copyValue(takeRendered(renderValue(text, scopes, execution)));
  }
  if (!hasTemplates(value)) return copyValue(value);
  if (Array.isArray(value)) {
    return value.map((one: Value) => resolved(one, at, around));
  }
  return Object.fromEntries(
    Object.entries(value as { readonly [key: string]: Value })
      .map(([key, one]) => [key, resolved(one, at, around)]),
  );
}

/** Listing all variables must not fail for one that nobody reads. */
function readOrKeep(
  name: string,
  entry: Entry,
  around: Surroundings,
): Value {
  try {
    return read(name, entry, around);
  } catch (error) {
    if (error instanceof InterpolationError) return copyValue(entry.value);
    throw error;
  }
}

/** A script that reads what a store has has to name it, as a store is asked before the script runs. */
function stored(layers: readonly Layer[], name: string): undefined {
  if (!layers.some(({ unset }) => unset?.get(name)?.store)) return undefined;
  throw new InterpolationError([{
    code: "UNSET_SECRET",
    severity: "error",
    message:
      `Cannot read the variable "${name}": its store was not asked (write the name in the script itself, not in a module)`,
  }]);
}
