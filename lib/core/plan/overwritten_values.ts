import { levelsAround } from "../collection/inherit.ts";
import { settingsOf, type SourcedSetting } from "../collection/settings_of.ts";
import type {
  Collection,
  Defaults,
  Request,
  Script,
  Variable,
} from "../collection/types.ts";
import type { ScopeName } from "../scope/names.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import type { Plan, Step } from "./types.ts";
import { usedNames } from "./used_names.ts";

/** What a script calls to ask for a variable, in every API that Brace has. */
const ASKS =
  /\b(?:get|has)\w*\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/g;

/** Values that a run is started with, by the scope that they are given in. */
export interface GivenValues {
  readonly runtime: Iterable<readonly [name: string, value: unknown]>;
  readonly environment: Iterable<readonly [name: string, value: unknown]>;
}

/**
 * Warns of values that are given for a run, and that a script or an action
 * replaces before any request has used them: a login in `setup`, whose token
 * goes out in place of the given one. A request or script that reads the value
 * before makes use of it, as a counter does.
 *
 * @param runsScripts Whether scripts and actions run: else they replace nothing.
 */
export function overwrittenValues(
  { runtime, environment }: GivenValues,
  collection: Collection,
  { steps }: Plan,
  runsScripts = true,
): Diagnostic[] {
  // What many requests inherit is read once.
  const known = new Map<Defaults | Request, LevelFacts>();
  const factsOf = (level: Defaults | Request) => {
    const facts = known.get(level) ??
      { settings: settingsOf(level), asked: askedIn(level.scripts) };
    known.set(level, facts);
    return facts;
  };
  const runs = steps.flatMap(({ item, stage, folders }): Run[] =>
    item.kind !== "request" || stage === "teardown" ? [] : [{
      request: item,
      folders,
      levels: [...levelsAround(collection, folders), item].map(factsOf),
    }]
  );
  // Most names that are given nothing sets and nothing hides.
  const set = new Set<string>();
  const defined = new Set<string>();
  for (const [level, { settings }] of known) {
    for (const { name } of settings) set.add(name);
    if (level === collection.defaults) continue;
    for (const { name } of level.variables) defined.add(name);
  }
  const named = (given: GivenValues["runtime"], among: ReadonlySet<string>) =>
    new Set([...given].map(([name]) => name).filter((it) => among.has(it)));
  return [
    ...runsScripts
      ? [
        ...overwritten(named(runtime, set), ["runtime"], collection, runs),
        ...overwritten(
          named(environment, set),
          ["runtime", "environment"],
          collection,
          runs,
        ),
      ]
      : [],
    ...hidden(named(environment, defined), collection, runs),
  ];
}

/** What a request, or a level around it, does with variables. */
interface LevelFacts {
  readonly settings: readonly SourcedSetting[];
  /** The names that its scripts ask for. */
  readonly asked: ReadonlySet<string>;
}

/** A request of the plan, and what its levels do, the outermost first. */
interface Run {
  readonly request: Request;
  readonly folders: Step["folders"];
  readonly levels: readonly LevelFacts[];
}

/**
 * Warns of values that are given for the environment, where a variable of the
 * request or of a folder wins in every request that uses the name.
 */
function hidden(
  open: Set<string>,
  collection: Collection,
  runs: readonly Run[],
): Diagnostic[] {
  const hiding = new Map<string, { variable: Variable; by: string }>();
  for (const run of runs) {
    if (open.size === 0) break;
    const { request, folders } = run;
    const uses = usedNames(collection, run, request);
    const levels = [
      { by: "request", variables: request.variables },
      ...folders.map(({ defaults: { variables } }) => ({
        by: "folder",
        variables,
      })).reverse(),
    ];
    for (const name of [...open]) {
      if (!uses.some((names) => names.has(name))) continue;
      const [found] = levels.flatMap(({ by, variables }) =>
        variables.filter((it) => it.name === name && !it.disabled)
          .map((variable) => ({ variable, by }))
      );
      if (found === undefined) {
        open.delete(name);
        hiding.delete(name);
      } else if (!hiding.has(name)) hiding.set(name, found);
    }
  }
  return [...hiding].map(([name, { variable, by }]) => ({
    code: "USAGE",
    severity: "warning",
    message:
      `The value that is given for "${name}" has no effect: this variable of the ${by} wins over the environment's`,
    location: locationOf(variable.at),
  }));
}

/** What sets a variable: a script, whose call may have a place, or an action. */
interface Setter {
  readonly by: string;
  readonly call: SourcedSetting["call"];
  readonly at: Origin;
  readonly code?: string;
}

function overwritten(
  open: Set<string>,
  scopes: readonly ScopeName[],
  collection: Collection,
  runs: readonly Run[],
): Diagnostic[] {
  const replaced = new Map<string, Setter>();
  const diagnostics: Diagnostic[] = [];
  for (const run of runs) {
    if (open.size + replaced.size === 0) break;
    const { levels } = run;
    const uses = usedNames(collection, run, run.request);
    const isUsed = (name: string) =>
      levels.some(({ asked }) => asked.has(name)) ||
      uses.some((names) => names.has(name));
    for (const [name, setter] of replaced) {
      if (!isUsed(name)) continue;
      diagnostics.push(warning(name, setter));
      replaced.delete(name);
    }
    for (const name of [...open]) if (isUsed(name)) open.delete(name);
    for (
      const { name, scope, by, call, source } of levels.flatMap((it) =>
        it.settings
      )
    ) {
      if (!open.has(name) || !scopes.includes(scope)) continue;
      // What a step of a stream sets has no place of its own.
      if (!("at" in source)) continue;
      open.delete(name);
      replaced.set(name, {
        by,
        call,
        ...source as { at: Origin; code?: string },
      });
    }
  }
  return diagnostics;
}

function askedIn(scripts: readonly Script[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { code } of scripts) {
    for (const [, a, b, c] of code.matchAll(ASKS)) names.add(a ?? b ?? c);
  }
  return names;
}

function warning(
  name: string,
  { by, at, call, code }: Setter,
): Diagnostic {
  const guard = code === undefined
    ? ""
    : ` (to keep the given value, set it only if no variable "${name}" exists)`;
  return {
    code: "USAGE",
    severity: "warning",
    message:
      `The ${by} sets "${name}": later requests get this value, not the one that is given for the run${guard}`,
    location: locationOf(at, call),
  };
}
