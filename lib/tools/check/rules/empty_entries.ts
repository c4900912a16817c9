import { levelsAround } from "../../../core/collection/inherit.ts";
import type { Script } from "../../../core/collection/types.ts";
import type { Insertion } from "../../../core/http/insertion.ts";
import { isGiven } from "../../../core/policy/env_refusal.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { RequestPlace } from "../places/reach.ts";
import { textsIn } from "../uses/texts_in.ts";
import type { CheckScopes } from "./check_scopes.ts";

/** A placeholder that is nothing but an entry. */
const ENTRY = /\{\{\s*process\s*\.\s*env\s*\.\s*(\w+)\s*\}\}/g;

/** Where a script reads an entry, whatever the quotes. */
const READ =
  /\bgetProcessEnv\s{0,9}\(\s{0,9}[\x22\x27\x60](\w{1,100})[\x22\x27\x60]/dg;

/** Entries of the `.env` that a request reads and nobody has filled in, as a run warns of them. */
export function emptyEntries(
  place: RequestPlace,
  scopes: CheckScopes,
  insertions: readonly Insertion[],
): Diagnostic[] {
  const allow = scopes.options.allowEnv ?? [];
  // The process's own value wins where it is given, which only a run knows.
  const isOpen = (name: string) => isGiven(name, { allow });
  const names = new Set(
    insertions.flatMap(({ origin, start, end }) =>
      origin.kind === "process" && start === end && !isOpen(origin.name)
        ? [origin.name]
        : []
    ),
  );
  const found = [...names].flatMap((name) => {
    const location = placeOf(name, place, scopes);
    return location === undefined ? [] : [emptyEntry(name, location)];
  });
  const { dotenv } = scopes;
  for (const { name, location } of readByScripts(place, scopes)) {
    if (names.has(name) || isOpen(name) || dotenv.get(name) !== "") continue;
    names.add(name);
    found.push(emptyEntry(name, location));
  }
  return found;
}

function emptyEntry(name: string, location: Location): Diagnostic {
  return {
    code: "UNSET_SECRET",
    severity: "warning",
    message:
      `Read "process.env.${name}" from the .env: it is empty (fill it in)`,
    expression: `process.env.${name}`,
    location,
  };
}

/** An entry that a script reads, and where it does. */
interface ScriptEntry {
  readonly name: string;
  readonly location: Location;
}

/** The same scripts run around many requests. */
const read = new WeakMap<Script, readonly ScriptEntry[]>();

/** Where the scripts around a request read entries by their names. */
function readByScripts(
  { request, folders }: RequestPlace,
  { collection }: CheckScopes,
): ScriptEntry[] {
  return [request, ...levelsAround(collection, folders)]
    .flatMap(({ scripts }) => scripts).flatMap((script) => {
      let entries = read.get(script);
      if (entries === undefined) read.set(script, entries = entriesOf(script));
      return entries;
    });
}

function entriesOf({ code, at }: Script): ScriptEntry[] {
  return [...code.matchAll(READ)].map(({ 1: name, indices }) => {
    const [offset, end] = indices![1]!;
    const length = end - offset;
    const place = "script";
    return { name, location: locationOf(at, { offset, length, place }) };
  });
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
