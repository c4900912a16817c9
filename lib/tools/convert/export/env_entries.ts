import { entryName } from "../../../core/policy/env_refusal.ts";
import type { FileVariable } from "../open_collection.ts";
import type { Imported } from "../types.ts";
import { shownName } from "./bru_text.ts";

/** Entries of `.env` that no file reads any more: of secrets of environments, which are names alone. */
export function unreadEntries(
  { environments }: Imported,
  files: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const entries = new Set(
    environments.flatMap(({ variables }) =>
      variables.flatMap(({ secret, value }) =>
        (secret && entryName(value)) || []
      )
    ),
  );
  if (entries.size === 0) return entries;
  for (const text of files.values()) {
    for (const [word] of text.matchAll(/\w+/g)) entries.delete(word);
  }
  return entries;
}

/**
 * The secrets of an environment that have a value in `source`, as a report
 * names them. The entry that one reads is no secret, and stands in no file
 * any more.
 */
export function secretsToEnter(
  variables: readonly FileVariable[],
  source: { readonly variables: readonly FileVariable[] } | undefined,
): string[] {
  return variables.filter(({ secret }) => secret).flatMap(({ name }) => {
    const own = source?.variables.find((one) =>
      one.name === name && (one.value ?? "") !== ""
    );
    if (own === undefined) return [];
    return `"${shownName(name)}"${
      entryName(own.value) === undefined ? "" : ` (was ${own.value})`
    }`;
  });
}
