import type { Collection } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { entryNotes } from "../../core/run/explain/value_notes.ts";
import { waysToDefine } from "../../core/run/explain/ways_to_define.ts";
import { rootName } from "../../core/template/template_of.ts";
import type { Chosen } from "./chosen_environments.ts";

/** What is wrong with a request, or with the configuration, in an environment. */
export interface Found {
  readonly diagnostic: Diagnostic;
  /** The request, by its path, and its file; absent for the configuration. */
  readonly by?: { readonly path: string; readonly file: string };
  readonly environment: string | undefined;
}

interface Group {
  readonly first: Found;
  diagnostic: Diagnostic;
  readonly requests: Set<string>;
  readonly environments: Set<string>;
}

/**
 * One diagnostic for each place: what is wrong there in several environments,
 * and what several requests inherit, is said once, with which they are.
 */
export function mergeFound(
  found: Iterable<Found>,
  collection: Collection,
  chosen: readonly Chosen[],
): Diagnostic[] {
  const groups = new Map<string, Group>();
  for (const one of found) {
    const { diagnostic, by, environment } = one;
    const key = keyOf(diagnostic);
    let group = groups.get(key);
    if (group === undefined) {
      group = {
        first: one,
        diagnostic,
        requests: new Set(),
        environments: new Set(),
      };
      groups.set(key, group);
    } else if (diagnostic.severity === "error") group.diagnostic = diagnostic;
    if (by !== undefined) group.requests.add(by.path);
    if (environment !== undefined) group.environments.add(environment);
  }
  return [...groups.values()].map((group) => merged(group, collection, chosen));
}

function keyOf({ code, expression, message, location }: Diagnostic): string {
  const what = code === "UNDEFINED_VARIABLE" ? expression : message;
  const { file, yamlPath, offset } = location ?? {};
  return JSON.stringify([code, what, file, yamlPath, offset]);
}

const MAX_SHOWN = 3;

function merged(
  { first, diagnostic, requests, environments }: Group,
  collection: Collection,
  chosen: readonly Chosen[],
): Diagnostic {
  const { expression, code, location } = diagnostic;
  let told = diagnostic;
  const added: string[] = [];
  const isEverywhere = environments.size === chosen.length;
  if (environments.size > 0 && !isEverywhere) {
    added.push(`in ${environmentList([...environments])}`);
  }
  if (code === "UNDEFINED_VARIABLE" && expression !== undefined) {
    const names = [expression, rootName(expression)];
    const defining = collection.environments.filter(({ variables }) =>
      variables.some(({ name, disabled, unset }) =>
        !disabled && !unset && names.includes(name)
      )
    ).map(({ name }) => name);
    if (defining.length > 0) {
      added.push(`defined by ${environmentList(defining)}`);
    } else {
      const entries = names.flatMap((name = "") =>
        entryNotes(name, collection, [])
      );
      added.push(...new Set(entries));
      if (entries.length === 0 && diagnostic.suggestion === undefined) {
        told = withWayOut(diagnostic, expression, collection);
      }
    }
  }
  if (
    location?.file !== undefined && first.by !== undefined &&
    location.file !== first.by.file
  ) {
    const [one, ...others] = requests;
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    added.push(`for ${one}${more}`);
  }
  if (added.length === 0) return told;
  return {
    ...told,
    ...(environments.size > 0 && !isEverywhere &&
      { environments: [...environments] }),
    notes: [...told.notes ?? [], ...added],
  };
}

const explained = new WeakMap<Diagnostic, Diagnostic>();

/** Says what helps; the same diagnostic gives the same one, since indexes keep what did not change. */
function withWayOut(
  diagnostic: Diagnostic,
  expression: string,
  collection: Collection,
): Diagnostic {
  let told = explained.get(diagnostic);
  if (told === undefined) {
    const name = rootName(expression) ?? expression;
    const ways = waysToDefine(name, collection);
    told = {
      ...diagnostic,
      waysOut: [
        ...diagnostic.waysOut ?? [],
        ...ways.map((way) => ({ ...way, note: "" })),
      ],
    };
    explained.set(diagnostic, told);
  }
  return told;
}

function environmentList(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN).map((name) => `"${name}"`).join(", ");
  const more = names.length - MAX_SHOWN;
  const rest = more > 0 ? ` and ${more} more` : "";
  return `the environment${names.length === 1 ? "" : "s"} ${shown}${rest}`;
}
