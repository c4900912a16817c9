import type { FileVariable } from "../open_collection.ts";
import type { Imported } from "../types.ts";

/** The names that a source uses: what is new must not take them. */
export interface TakenNames {
  /** Of variables: those of its files, placeholders, scripts, actions and rows of data. */
  readonly variables: ReadonlySet<string>;
  /** Those among them whose value is not, or not always, that of the collection's variable. */
  readonly set: ReadonlySet<string>;
  /** Those that its files declare. */
  readonly declared: ReadonlySet<string>;
  /** Of the environment of the process. */
  readonly entries: ReadonlySet<string>;
}

/** What a collection has that an import goes into. */
export interface JoinedNames {
  readonly variables: ReadonlySet<string>;
  /** Those of its environments, which hide what the source gives the collection. */
  readonly hiding?: ReadonlySet<string>;
  /** Of the environment of the process. */
  readonly entries: ReadonlySet<string>;
  /** Names of the collection's variables by the secrets that they are known to have. */
  readonly known: ReadonlyMap<string, string>;
}

/** Names that are taken in a source, or in the collection that it goes into. */
export function withJoined(
  used: TakenNames,
  { variables, hiding = new Set(), entries }: JoinedNames,
): TakenNames {
  return {
    variables: used.variables.union(variables).union(hiding),
    set: used.set.union(hiding),
    declared: used.declared.union(hiding),
    entries: used.entries.union(entries),
  };
}

type Parts = Pick<Imported, "defaults" | "items" | "environments"> & {
  readonly config?: unknown;
  readonly texts?: ReadonlyMap<string, string>;
  readonly modules?: ReadonlyMap<string, string>;
};

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const WORD = /[\p{L}\p{N}_-]+/gu;
/** A script may give any text to a call as a name, by way of a constant, too. */
const QUOTED_WORD = /["'`](\p{L}[\p{L}\p{N}_-]{0,99})(?=["'`])/gu;
const ENTRY =
  /process\.env(?:\.|\[\s{0,9}["'`])(\w{1,100})|getProcessEnv\(\s{0,9}["'`](\w{1,100})/g;

/** What only people read. */
const SHOWN: ReadonlySet<string> = new Set(["docs", "examples", "description"]);

/**
 * The names that a source uses.
 *
 * @param columns Of the rows of data beside it.
 */
export function takenNames(
  { defaults, items, environments, config, texts, modules }: Parts,
  columns: Iterable<string> = [],
): TakenNames {
  const variables = new Set<string>();
  const set = new Set(columns);
  const entries = new Set<string>();
  const addText = (text: string) => {
    for (const [, inside] of text.matchAll(PLACEHOLDER)) {
      for (const [word] of inside.matchAll(WORD)) variables.add(word);
    }
    for (const [, name, called] of text.matchAll(ENTRY)) {
      entries.add(name ?? called);
    }
  };
  const addCode = (code: string) => {
    addText(code);
    for (const [, name] of code.matchAll(QUOTED_WORD)) set.add(name);
  };
  const walk = (value: unknown, key = ""): void => {
    if (typeof value === "string") {
      return key === "code" ? addCode(value) : addText(value);
    }
    if (typeof value !== "object" || value === null) return;
    // What an action sets is a mapping with a name, too.
    if (key === "variable" && "name" in value) set.add(String(value.name));
    for (const [name, one] of Object.entries(value)) {
      if (!SHOWN.has(name)) walk(one, Array.isArray(value) ? key : name);
    }
  };
  walk([defaults, items, environments, config]);
  for (const code of [...texts?.values() ?? [], ...modules?.values() ?? []]) {
    addCode(code);
  }
  const declared = new Set<string>();
  for (const { name } of defaults?.variables ?? []) {
    variables.add(name);
    declared.add(name);
  }
  for (const { name } of belowTheCollection({ items, environments })) {
    set.add(name);
    declared.add(name);
  }
  for (const name of set) variables.add(name);
  return { variables, set, declared, entries };
}

/** The variables that hide those of the collection. */
function* belowTheCollection(
  { items, environments }: Pick<Imported, "items" | "environments">,
): Generator<FileVariable> {
  for (const { variables } of environments) yield* variables;
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") yield* item.request.runtime?.variables ?? [];
    else {
      yield* item.defaults?.variables ?? [];
      for (const one of item.items) stack.push(one);
    }
  }
}
