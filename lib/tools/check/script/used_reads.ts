import type { Collection, Script } from "../../../core/collection/types.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { UnseenEntry, UsedRead } from "../../../core/run/ports.ts";
import type { ScriptFacts } from "../types.ts";
import { setOrder } from "../places/set_order.ts";
import { readScript } from "./read_script.ts";
import { ScriptIndex } from "./script_index.ts";
import { testedNames } from "./tested_names.ts";

/** A script runs again and again. */
const factsIn = new WeakMap<Script, ScriptFacts>();

function factsOf(script: Script): ScriptFacts {
  let facts = factsIn.get(script);
  if (facts === undefined) factsIn.set(script, facts = readScript(script));
  return facts;
}

const setIn = new WeakMap<Collection, (name: string) => boolean>();

/** What shows a value to people only, up to the value. */
const SHOWN = /\bconsole\s?\.\s?\w+\([^;\n]*$/;
/** Units before a read that are searched for it: a script can be one long line. */
const MAX_BEFORE = 200;

/**
 * Where a script reads variables of these names without asking whether they are
 * there, or so that it fails if they are not, and whether a script sets them, as
 * far as the check of a collection can tell.
 */
export function usedReads(
  script: Script,
  names: ReadonlySet<string>,
  { collection, readFile }: {
    readonly collection: Collection;
    readonly readFile: (path: string) => string | undefined;
  },
): UsedRead[] {
  const { reads } = factsOf(script);
  const used = unseenReads({ reads });
  const asked = testedNames(reads.filter(({ expected }) => !expected));
  const expected = reads.flatMap((read) => {
    const { name, call, guarded, offset } = read;
    const mayFail = names.has(name) && call && !guarded && !asked.has(name) &&
      !SHOWN.test(
        script.code.slice(Math.max(0, offset - MAX_BEFORE), offset),
      );
    return mayFail ? [{ ...read, call, omitted: false, expected: true }] : [];
  });
  const found = [...used.map((it) => ({ ...it, expected: false })), ...expected]
    .filter(({ name }) => names.has(name));
  if (found.length === 0) return [];
  let isSet = setIn.get(collection);
  if (isSet === undefined) {
    const scripts = new ScriptIndex({ readScript, readFile }, collection.file);
    const { settings, computed } = setOrder(collection, scripts);
    // What computes a name may set it.
    isSet = (name) => computed.length > 0 || settings.has(name);
    setIn.set(collection, isSet);
  }
  return found.map((it) => ({ ...it, isSet: isSet(it.name) }));
}

/** Those of the process's variables, by name, that a script puts into something without asking whether they have a value. */
export function usedEntries(
  script: Script,
  names: ReadonlySet<string>,
): string[] {
  const entries = (factsOf(script).entries ?? [])
    .filter(({ guarded }) => !guarded);
  const asked = testedNames(entries);
  const used = new Set(entries.filter((it) => it.used).map((it) => it.name));
  return [...names].filter((name) => used.has(name) && !asked.has(name));
}

/** Where scripts read the process's variables of these names, none of them asking whether there is a value. */
export function unseenEntries(
  scripts: readonly Script[],
  names: ReadonlySet<string>,
): UnseenEntry[] {
  const all = scripts.flatMap((script) =>
    (factsOf(script).entries ?? []).map((entry) => ({ ...entry, script }))
  );
  const asked = testedNames(all);
  return all.filter(({ name }) => names.has(name) && !asked.has(name))
    .map(({ used = false, guarded = false, ...it }) => ({
      ...it,
      used,
      guarded,
    }));
}

/** Warnings of the promises that scripts read as if they were their values. */
export function unawaitedReads(scripts: readonly Script[]): Diagnostic[] {
  return scripts.flatMap((script) =>
    (factsOf(script).unawaited ?? []).map(({ offset, length, ...problem }) => ({
      ...problem,
      location: locationOf(script.at, { offset, length, place: "script" }),
    }))
  );
}

/** Where a script uses variables without asking whether they are there. */
export function unseenReads(
  { reads }: Pick<ScriptFacts, "reads">,
): Omit<UsedRead, "isSet" | "expected">[] {
  const asked = testedNames(reads);
  return reads.flatMap((read) =>
    read.used && read.call && !asked.has(read.name)
      ? [{ ...read, call: read.call, omitted: read.omitted === true }]
      : []
  );
}
