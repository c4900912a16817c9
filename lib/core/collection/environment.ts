import { pushAll } from "../source/push_all.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../source/diagnostic.ts";
import { nearest, useOneOf } from "../source/nearest.ts";
import type { Origin } from "../source/origin.ts";
import { environmentsNamed, selector } from "./environment_names.ts";
import type { Collection, Environment } from "./types.ts";

const MAX_SHOWN = 5;

/**
 * Finds an environment by its name, or by its file's, and those that it
 * extends: the selected one first. An unknown name, a circle of `extends` and
 * what is wrong with one of them are reported; with an error there is no value.
 */
export function resolveEnvironment(
  collection: Collection,
  name: string,
): { value?: Environment[]; diagnostics: Diagnostic[] } {
  return resolveEnvironments(collection, [name]);
}

/**
 * Merges environments, the last one first: its values win. What several of them
 * extend comes once, below all of them, unless it is selected itself.
 *
 * @param selected Names, and environments that do not belong to the collection.
 */
export function resolveEnvironments(
  collection: Collection,
  selected: readonly (string | Environment)[],
): { value?: Environment[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const heads = new Set<Environment>();
  const all: { one: Environment; isHead: boolean }[] = [];
  for (const wanted of selected.toReversed()) {
    const chain = chainOf(collection, wanted);
    pushAll(diagnostics, chain.diagnostics);
    for (const [at, one] of (chain.value ?? []).entries()) {
      const isHead = at === 0;
      if (isHead && heads.has(one)) break;
      if (isHead) heads.add(one);
      all.push({ one, isHead });
    }
  }
  // If several environments extend the same one, it comes after all of them, so
  // that it shadows none.
  const lowest = new Map(all.map(({ one }, at) => [one, at]));
  const value = all.filter(({ one, isHead }, at) =>
    isHead || !heads.has(one) && lowest.get(one) === at
  ).map(({ one }) => one);
  // Two of one name have the same warning.
  const own = new Set(value.flatMap((one) => one.diagnostics ?? []));
  pushAll(diagnostics, [...own]);
  const failed = diagnostics.some(({ severity }) => severity === "error");
  return failed ? { diagnostics } : { value, diagnostics };
}

/** Adds the place where a file selects environments to what is wrong with their names. */
export function selectedAt(
  at: Origin | undefined,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return at === undefined
    ? diagnostics
    : diagnostics.map((it) =>
      it.code === "UNKNOWN_ENVIRONMENT" && it.location === undefined
        ? { ...it, location: locationOf(at) }
        : it
    );
}

/** An environment, then what it extends. */
function chainOf(
  collection: Collection,
  selected: string | Environment,
): { value?: Environment[]; diagnostics: Diagnostic[] } {
  const chain: Environment[] = [];
  let wanted: string | Environment | undefined = selected;
  while (wanted !== undefined) {
    const all: readonly Environment[] = typeof wanted === "string"
      ? environmentsNamed(collection.environments, wanted)
      : [wanted];
    const [found] = all;
    if (all.length !== 1) {
      const name = wanted as string;
      const tell = all.length === 0 ? unknown : ambiguous;
      return { diagnostics: [tell(collection, name, chain.at(-1))] };
    }
    if (chain.includes(found)) {
      return { diagnostics: [circle([...chain, found])] };
    }
    chain.push(found);
    wanted = found.extends;
  }
  return { value: chain, diagnostics: [] };
}

/**
 * Names and values of the collection's own `.env`, over it those of the
 * selected environment and of what it extends.
 */
export function dotenvOf(
  collection: Collection,
  environments: readonly Environment[],
): Map<string, string> {
  const files = [
    collection.dotenv,
    ...environments.toReversed().map(({ dotenv }) => dotenv ?? []),
  ];
  return new Map(files.flatMap((file) => [...file]));
}

function unknown(
  { environments, file }: Collection,
  name: string,
  extending: Environment | undefined,
): Diagnostic {
  const names = environments.map((one) => one.name);
  const near = nearest(name, names);
  const wayOut = near !== undefined
    ? `did you mean "${near}"?`
    : names.length > 0
    ? useOneOf(names)
    : `the collection has none${wouldBe(name, file)}`;
  return {
    ...unselected(name, extending, `it does not exist (${wayOut})`),
    ...(near !== undefined && { suggestion: near }),
  };
}

/** As for requests: what tells them apart is advised. */
function ambiguous(
  { environments }: Collection,
  name: string,
  extending: Environment | undefined,
): Diagnostic {
  const sharing = environmentsNamed(environments, name);
  const shown = sharing.slice(0, MAX_SHOWN)
    .map((one) => `"${selector(environments, one)}"`);
  const more = sharing.length > shown.length ? ", …" : "";
  return unselected(
    name,
    extending,
    `${sharing.length} environments have this name (give each its own, or select ${
      shown.join(" or ")
    }${more})`,
  );
}

function unselected(
  name: string,
  extending: Environment | undefined,
  why: string,
): Diagnostic {
  const by = extending ? `, which "${extending.name}" extends` : "";
  return {
    code: "UNKNOWN_ENVIRONMENT",
    severity: "error",
    message: `Cannot select the environment "${name}"${by}: ${why}`,
    ...(extending && { location: placeOf(extending) }),
  };
}

/** Names the file of an environment that is missing: whoever has it in a folder of another name sees what is wrong. */
function wouldBe(name: string, main: string): string {
  const at = main.lastIndexOf("/") + 1;
  return main.slice(at) === "opencollection.yml" && /^[\w.-]+$/.test(name)
    ? `, its file would be ${main.slice(0, at)}environments/${name}.yml`
    : "";
}

function circle(chain: readonly Environment[]): Diagnostic {
  const last = chain.at(-1);
  const trail = chain.slice(chain.findIndex((one) => one === last)).map((one) =>
    one.name
  );
  return {
    code: "CYCLE",
    severity: "error",
    message: `Cannot select the environment "${
      chain[0].name
    }": it extends itself, ${trail.join(" → ")}`,
    location: placeOf(chain.at(-2)!),
    trail,
  };
}

/** Where an environment says what it extends. */
function placeOf({ file, extendsAt }: Environment): Location {
  return extendsAt ? locationOf(extendsAt) : { file };
}
