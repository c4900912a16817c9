import { levelsAround } from "../../../core/collection/inherit.ts";
import type { Insertion } from "../../../core/http/insertion.ts";
import {
  emptyEntry,
  unsetEntry,
} from "../../../core/run/script/unset_entries.ts";
import { envRefusal, isGiven } from "../../../core/policy/env_refusal.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { RequestPlace } from "../places/reach.ts";
import { textsIn } from "../uses/texts_in.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import { testedNames } from "../script/tested_names.ts";
import { judge } from "./judge.ts";
import type { CheckScopes } from "./check_scopes.ts";

/** A placeholder that is nothing but an entry. */
const ENTRY = /\{\{\s*process\s*\.\s*env\s*\.\s*(\w+)\s*\}\}/g;

/** Entries that a request reads and that a run refuses, does not find or finds empty, as it says. */
export function missingEntries(
  place: RequestPlace,
  scopes: CheckScopes,
  { sent, insertions, scripts }: {
    readonly insertions: readonly Insertion[];
    /** The rendered request; undefined where it could not be rendered, so that insertions are missing. */
    readonly sent: unknown;
    readonly scripts: ScriptIndex;
  },
): Diagnostic[] {
  const allow = scopes.options.allowEnv ?? [];
  // The process's own value wins where it is given, which only a run knows.
  const isOpen = (name: string) => isGiven(name, { allow });
  const { hasEmptyEnv = () => false, lacksEnv } = scopes.options;
  const names = new Set(
    insertions.flatMap(({ origin, start, end }) =>
      origin.kind === "process" && start === end &&
        (!isOpen(origin.name) || hasEmptyEnv(origin.name))
        ? [origin.name]
        : []
    ),
  );
  // Such as the URL that has no host because of it.
  for (const { text } of sent ? [] : textsIn(place.request)) {
    for (const [, name] of text.matchAll(ENTRY)) {
      const isEmpty = isOpen(name) && hasEmptyEnv(name) ||
        scopes.dotenv.get(name) === "" && !isOpen(name);
      if (isEmpty) names.add(name);
    }
  }
  const found = [...names].flatMap((name) => {
    const location = placeOf(name, place, scopes);
    if (location === undefined) return [];
    return [warning(name, hasEmptyEnv(name), location)];
  });
  const { dotenv } = scopes;
  for (const read of readByScripts(place, scopes, scripts)) {
    const { name, location, isUsed, isTested } = read;
    if (names.has(name)) continue;
    const refused = envRefusal(name, { dotenv, allow });
    const expression = `process.env.${name}`;
    if (refused) {
      const diagnostic: Diagnostic = {
        code: "PERMISSION",
        severity: "warning",
        ...refused,
        expression,
        location,
      };
      found.push(...judge(diagnostic, place, scopes));
    } else if (hasEmptyEnv(name)) {
      if (!isUsed) continue;
      found.push(warning(name, true, location));
    } else if (isOpen(name)) {
      if (isTested || dotenv.has(name) || !lacksEnv?.(name)) continue;
      found.push({
        code: "UNSET_SECRET",
        severity: "warning",
        message: unsetEntry(name),
        expression,
        location,
      });
    } else if (isUsed && dotenv.get(name) === "") {
      found.push(warning(name, false, location));
    } else continue;
    names.add(name);
  }
  return found;
}

/** Warns of an entry that is empty, in the process or in the `.env`. */
function warning(
  name: string,
  isOfProcess: boolean,
  location: Location,
): Diagnostic {
  return {
    code: "UNSET_SECRET",
    severity: "warning",
    message: isOfProcess
      ? `${emptyEntry(name, "process")} (set "${name}" to a value)`
      : `${emptyEntry(name, "dotenv")} (fill it in)`,
    expression: `process.env.${name}`,
    location,
  };
}

/** An entry that a script reads, and where it does. */
interface ScriptEntry {
  readonly name: string;
  readonly location: Location;
  /** Whether its value goes into something, and no script asks whether there is one. */
  readonly isUsed: boolean;
  /** Whether a script asks whether there is one. */
  readonly isTested: boolean;
}

/** Where the scripts around a request read entries by their names. */
function readByScripts(
  { request, folders }: RequestPlace,
  { collection }: CheckScopes,
  index: ScriptIndex,
): ScriptEntry[] {
  const scripts = [request, ...levelsAround(collection, folders)]
    .flatMap((level) => level.scripts);
  const tested = testedNames(
    scripts.flatMap((script) => index.factsOf(script).entries ?? []),
  );
  return scripts.flatMap((script) =>
    (index.factsOf(script).entries ?? []).filter((it) =>
      !it.guarded && !(it.isOfProcess && index.trusted)
    ).map(({ name, used = false, offset, length }) => {
      const isTested = tested.has(name);
      return {
        name,
        location: locationOf(script.at, { offset, length, place: "script" }),
        isUsed: used && !isTested,
        isTested,
      };
    })
  );
}

/** Where a file reads a variable of the process's environment. */
function placeOf(
  name: string,
  { request, folders }: RequestPlace,
  { collection, chain, options: { globals = [] } }: CheckScopes,
): Location | undefined {
  const levels = [request, ...levelsAround(collection, folders), ...chain];
  const texts = [
    ...levels.flatMap(textsIn),
    ...globals.flatMap(({ value, at }) =>
      typeof value === "string" ? [{ text: value, at }] : []
    ),
  ];
  for (const { text, at } of texts) {
    for (const { 0: found, 1: entry, index } of text.matchAll(ENTRY)) {
      if (entry !== name) continue;
      return locationOf(at, { offset: index, length: found.length });
    }
  }
}
