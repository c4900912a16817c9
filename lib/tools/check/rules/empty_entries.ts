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
  const placeholder = new RegExp(
    `\\{\\{\\s*process\\s*\\.\\s*env\\s*\\.\\s*${
      RegExp.escape(name)
    }\\s*\\}\\}`,
  );
  for (const { text, at } of texts) {
    const [found] = placeholder.exec(text) ?? [];
    if (found === undefined) continue;
    const offset = text.indexOf(found);
    return locationOf(at, { offset, length: found.length });
  }
}
