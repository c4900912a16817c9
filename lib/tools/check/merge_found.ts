import type { Collection } from "../../core/collection/types.ts";
import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";
import { requestsOf } from "../../core/plan/find_request.ts";
import { isWithin } from "../../core/plan/is_within.ts";
import { narrowerNotes } from "../../core/run/explain/narrower_notes.ts";
import { entryNotes } from "../../core/run/explain/value_notes.ts";
import {
  inStage,
  namesInRows,
  waysToDefine,
} from "../../core/run/explain/ways_to_define.ts";
import { withMeant } from "../../core/source/nearest.ts";
import { rootName } from "../../core/template/template_of.ts";
import type { Chosen } from "./chosen_environments.ts";

/** What is wrong with a request, or with the configuration, in an environment. */
export interface Found {
  readonly diagnostic: Diagnostic;
  /** The request, by its path, and where it stands; absent for the configuration. */
  readonly by?: { readonly path: string; readonly at: Origin };
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
  { chosen, rowNames = [], someOnly = false }: {
    readonly chosen: readonly Chosen[];
    /** The fields of the rows that a run has. */
    readonly rowNames?: readonly string[] | undefined;
    /** Whether not all requests were looked at, so that who inherits something is not known. */
    readonly someOnly?: boolean;
  },
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
    } else if (
      diagnostic.severity === "error" && group.diagnostic.severity !== "error"
    ) group.diagnostic = diagnostic;
    if (by !== undefined) group.requests.add(by.path);
    if (environment !== undefined) group.environments.add(environment);
  }
  const folders = someOnly ? undefined : new Folders(collection);
  return [...groups.values()].map((group) =>
    merged(group, { collection, chosen, folders, rowNames })
  );
}

function keyOf({ code, expression, message, location }: Diagnostic): string {
  const what = code === "UNDEFINED_VARIABLE" ? expression : message;
  const { file, yamlPath, offset } = location ?? {};
  return JSON.stringify([code, what, file, yamlPath, offset]);
}

const MAX_SHOWN = 3;

function merged(
  { first, diagnostic, requests, environments }: Group,
  { collection, chosen, folders, rowNames }: {
    readonly collection: Collection;
    readonly chosen: readonly Chosen[];
    readonly folders: Folders | undefined;
    readonly rowNames: readonly string[];
  },
): Diagnostic {
  const { expression, code } = diagnostic;
  let told = diagnostic;
  const added: string[] = [];
  const isEverywhere = environments.size === chosen.length;
  if (environments.size > 0 && !isEverywhere) {
    added.push(`in ${environmentList([...environments])}`);
  }
  if (code === "UNDEFINED_VARIABLE" && expression !== undefined) {
    const names = [expression, rootName(expression)];
    const declared = collection.environments.flatMap(({ name, variables }) => {
      const own = variables.filter((it) =>
        !it.disabled && names.includes(it.name)
      );
      return own.length > 0 ? [{ name, own }] : [];
    });
    const name = rootName(expression) ?? expression;
    const narrower = narrowerNotes(name, collection, undefined);
    if (
      diagnostic.fix !== undefined &&
      (declared.length > 0 || narrower.length > 0 && isElsewhere(first))
    ) {
      // The name is right there, where another one would be wrong.
      const { fix: _, ...unfixed } = diagnostic;
      told = unfixed;
    }
    const defining = declared.filter(({ own }) => own.some((it) => !it.unset))
      .map(({ name }) => name);
    if (defining.length > 0) {
      added.push(`defined by ${environmentList(defining)}`);
    } else if (declared.length > 0) {
      const having = environmentList(declared.map(({ name }) => name));
      added.push(`a secret of ${having}`);
    } else {
      added.push(...narrower);
      const entries = names.flatMap((name = "") =>
        entryNotes(name, collection, [])
      );
      added.push(...new Set(entries));
      // Nothing in a collection defines what the process lacks.
      // A secret says how it gets its value, and a command line would show it.
      const isOpen = entries.length === 0 && name !== "process" &&
        !diagnostic.waysOut?.some(({ kind }) => kind === "set-secret");
      // Where a script reads it from rows, no name much like it is meant.
      const isField = namesInRows(collection).has(name);
      if (isOpen && (isField || told.suggestion === undefined)) {
        told = withWayOut(told, expression, collection);
        const stage = stageOf([...requests], collection);
        if (stage !== undefined) {
          told = inStage(told, stage, rowNames.includes(name));
        }
      }
    }
  }
  if (folders && isElsewhere(first)) {
    added.push(`for ${folders.named(requests)}`);
  }
  if (added.length === 0) return told;
  return {
    ...told,
    ...(environments.size > 0 && !isEverywhere &&
      { environments: [...environments] }),
    notes: [...told.notes ?? [], ...added],
  };
}

/** The stage that all of some requests run in, if one does not run besides. */
function stageOf(
  paths: readonly string[],
  { config }: Collection,
): "setup" | "teardown" | undefined {
  if (paths.length === 0) return undefined;
  return (["setup", "teardown"] as const).find((stage) =>
    paths.every((path) => config[stage]?.some((it) => isWithin(path, it)))
  );
}

/** Whether it stands at a level above its request, or in an environment. */
function isElsewhere({ diagnostic: { location }, by }: Found): boolean {
  return location !== undefined && by !== undefined &&
    isInherited(location, by.at);
}

function isInherited({ file, keys }: Location, { file: own, path }: Origin) {
  if (file === undefined) return false;
  return file !== own || keys !== undefined &&
      path.some((key, at) => keys[at] !== key);
}

/** Which requests lie in which folders. */
class Folders {
  readonly #collection: Collection;
  /** The folders around each request, outer first; the collection is the empty one. */
  #around: Map<string, readonly string[]> | undefined;
  readonly #sizes = new Map<string, number>();

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** Names requests: `all 4 requests in users`, or the first of them. */
  named(requests: ReadonlySet<string>): string {
    const paths = [...requests];
    const all = paths.length > 1 ? this.#wholeOf(paths) : undefined;
    if (all !== undefined) {
      return `all ${paths.length} requests${all === "" ? "" : ` in ${all}`}`;
    }
    const shown = paths.slice(0, MAX_SHOWN).join(", ");
    const more = paths.length - MAX_SHOWN;
    return more > 0 ? `${shown} and ${more} more` : shown;
  }

  /** The folder whose requests these all are; undefined: some are missing. */
  #wholeOf(paths: readonly string[]): string | undefined {
    const around = this.#around ??= this.#learn();
    const [first = [], ...others] = paths.map((path) => around.get(path) ?? []);
    const common = first.findLast((folder, depth) =>
      others.every((one) => one[depth] === folder)
    );
    return common !== undefined && this.#sizes.get(common) === paths.length
      ? common
      : undefined;
  }

  #learn(): Map<string, readonly string[]> {
    const around = new Map<string, readonly string[]>();
    for (const { request, folders } of requestsOf(this.#collection.items)) {
      const all = ["", ...folders.map(({ path }) => path)];
      around.set(request.path, all);
      for (const one of all) {
        this.#sizes.set(one, (this.#sizes.get(one) ?? 0) + 1);
      }
    }
    return around;
  }
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
    const ways = waysToDefine(name, collection, expression);
    const { fix, ...unmeant } = withMeant(diagnostic, undefined);
    told = {
      ...unmeant,
      ...(fix && diagnostic.suggestion === undefined && { fix }),
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
