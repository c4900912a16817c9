import { levelsAround } from "../../../core/collection/inherit.ts";
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

/** Entries of the `.env` that a request reads and nobody has filled in, as a run warns of them. */
export function emptyEntries(
  place: RequestPlace,
  scopes: CheckScopes,
  insertions: readonly Insertion[],
): Diagnostic[] {
  const allow = scopes.options.allowEnv ?? [];
  const names = new Set(
    insertions.flatMap(({ origin, start, end }) =>
      origin.kind === "process" && start === end &&
        // Then the process's own value wins, which only a run knows.
        !isGiven(origin.name, { allow })
        ? [origin.name]
        : []
    ),
  );
  return [...names].flatMap((name): Diagnostic[] => {
    const location = placeOf(name, place, scopes);
    return location === undefined ? [] : [{
      code: "UNSET_SECRET",
      severity: "warning",
      message:
        `Read "process.env.${name}" from the .env: it is empty (fill it in)`,
      expression: `process.env.${name}`,
      location,
    }];
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
