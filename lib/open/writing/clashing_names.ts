import { kindOf } from "../../core/scope/value/value.ts";
import { valueText } from "../../core/scope/value/value_text.ts";
import type { Value } from "../../core/scope/value/value.ts";
import { entryName } from "../../core/policy/env_refusal.ts";
import type { CollectionIndex } from "../../tools/check/collection_index.ts";
import type { FileVariable } from "../../tools/convert/open_collection.ts";
import {
  type JoinedNames,
  takenNames,
} from "../../tools/convert/secrets/taken_names.ts";
import type { Imported, ImportedItem } from "../../tools/convert/types.ts";
import type { Workbench } from "../workbench.ts";
import { Refused } from "../answers.ts";
import {
  namesUsedIn,
  renamedTemplate,
  RenameProblem,
  withOtherEntries,
  withRenamed,
} from "./rename_variables.ts";

/** An import that means in the collection what its source says. */
interface OwnNames {
  readonly imported: Imported;
  /** Its variables that the collection has with the same values. */
  readonly same: ReadonlySet<string>;
  /** The sentences about other names. */
  readonly notes: readonly string[];
}

/**
 * Gives the variables and the entries of `.env` numbers whose names mean
 * something else in the collection: the new requests would go to another host,
 * or take its secrets there.
 *
 * @throws {Refused} A script computes the names.
 */
export async function withOwnNames(
  bench: Workbench,
  { imported, joined, source, isKnown }: {
    readonly imported: Imported;
    readonly joined: JoinedNames;
    readonly source: string;
    /** Whether the collection has requests of the source already. */
    readonly isKnown: boolean;
  },
): Promise<OwnNames> {
  const shared = isKnown
    ? await clashingNames(bench, imported, { ...joined, sharesSecrets: true })
    : undefined;
  // To another server, the requests take no secret of the collection.
  const { renamed, same } = shared?.renamed.size === 0 &&
      staysAt(imported, shared.agreed)
    ? shared
    : await clashingNames(bench, imported, joined);
  const notes = renamed.entries().map(([name, to]) =>
    `Renamed the variable "${name}" of the new requests to "${to}": the collection has another "${name}"`
  ).toArray();
  try {
    const own = withRenamed(imported, renamed);
    return { imported: await withOwnEntries(bench, own, joined), same, notes };
  } catch (error) {
    if (!(error instanceof RenameProblem)) throw error;
    const [name] = renamed.keys();
    throw new Refused(
      `Cannot import "${source}": the collection has another "${name}", and ${error.message} (rename the variable in the file, or import it with brace import)`,
    );
  }
}

/** Whether requests of an import go only to servers whose variables the collection has with the same values. */
function staysAt(
  { defaults, items }: Imported,
  agreed: ReadonlySet<string>,
): boolean {
  const hasHost = (one: unknown) => JSON.stringify(one ?? "").includes("://");
  const visit = (item: ImportedItem): boolean => {
    if (item.kind === "folder") {
      return !hasHost(item.defaults?.auth) && item.items.every(visit);
    }
    const { http, runtime } = item.request;
    const [, server] = /^\{\{([^{}]+)\}\}(?:[/?#]|$)/.exec(http?.url ?? "") ??
      [];
    return server !== undefined && agreed.has(server) &&
      !hasHost(http?.auth) &&
      runtime?.variables?.some(({ name }) => name === server) !== true;
  };
  return !hasHost(defaults?.auth) && items.every(visit);
}

/** The variables of an import whose names the collection has. */
interface ClashingNames {
  /** Those with another value: their new names. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Those that the collection always has with the same value: its own are used. */
  readonly same: ReadonlySet<string>;
  /** Those that mean the same in the collection, whatever environment is selected. */
  readonly agreed: ReadonlySet<string>;
}

async function clashingNames(
  bench: Workbench,
  imported: Imported,
  { variables: used, known, sharesSecrets = false }: JoinedNames & {
    /** Whether a secret without a value is the one that reads the same entry of `.env` in the collection. */
    readonly sharesSecrets?: boolean;
  },
): Promise<ClashingNames> {
  const index = await bench.session.indexed();
  const held = new Set(await bench.kept.heldNames(bench, bench.runOptions([])));
  for (const { name } of await bench.kept.list(bench)) held.add(name);
  const there = namesThere(index, held);
  const secrets = new Map(
    imported.secrets.map(({ env, value }) => [env, value]),
  );
  const isKnownSecret = (name: string, { value, secret }: FileVariable) => {
    const text = secret ? secrets.get(entryName(value) ?? "") : value;
    return typeof text === "string" && known.get(text) === name;
  };
  const isSharedSecret = (name: string, { value, secret }: FileVariable) =>
    sharesSecrets && secret === true && value === there.get(name)?.secret &&
    secrets.get(entryName(value) ?? "") === "";
  /** Whether requests find one of the values under a name, whatever environment is selected. */
  const agrees = (
    name: string,
    meant: readonly FileVariable[],
    isChoice: boolean,
  ) => {
    const { values } = there.get(name)!;
    const plain = meant.filter((one) =>
      !isKnownSecret(name, one) && !isSharedSecret(name, one)
    );
    if (plain.length === 0) return true;
    if (values.length === 0 || plain.some(({ secret }) => secret)) return false;
    return values.every((value) =>
      isChoice
        ? plain.some((one) => isEqual(one.value, value))
        : plain.every((one) => isEqual(one.value, value))
    );
  };
  const same = new Set<string>();
  const agreed = new Set<string>();
  const own = variablesOf(imported);
  const taken = takenNames(imported).variables.union(used).union(held);
  const renamed = new Map<string, string>();
  const decided = new Set<string>();
  for (const name of inOrderOfUse(own)) {
    const other = there.get(name);
    const { values, isOfRequest, isChoice, uses } = own.get(name)!;
    // Variables that use each other in a circle have no values to compare.
    const isKnown = [...uses].every((one) =>
      one === name || decided.has(one) || !own.has(one)
    );
    decided.add(name);
    if (other === undefined || isOfRequest && !other.isRuntime) continue;
    // With another variable in it, the same text is another value.
    const meant = values.map((one) => withNames(one, renamed));
    if (isKnown && agrees(name, meant, isChoice)) {
      agreed.add(name);
      // What only environments have is missing if none is selected.
      if (other.isAlways) same.add(name);
      continue;
    }
    const isComparable = isKnown && !uses.has(name) &&
      !values.some(readsEntry);
    const isThere = (one: string) =>
      isComparable && there.has(one) && !own.has(one) &&
      agrees(one, meant, isChoice);
    const to = numbered(name, taken, isThere);
    if (isThere(to) && there.get(to)!.isAlways) same.add(to);
    renamed.set(name, to);
  }
  return { renamed, same, agreed };
}

/** The names of variables, those that a value uses before its own. */
function inOrderOfUse(own: ReadonlyMap<string, SourceVariable>): Set<string> {
  const order = new Set<string>();
  const seen = new Set<string>();
  for (const first of own.keys()) {
    const stack = [first];
    for (let name; (name = stack.at(-1)) !== undefined;) {
      if (seen.has(name)) {
        order.add(name);
        stack.pop();
        continue;
      }
      seen.add(name);
      for (const one of own.get(name)!.uses) {
        if (own.has(one) && !seen.has(one)) stack.push(one);
      }
    }
  }
  return order;
}

function withNames(
  variable: FileVariable,
  names: ReadonlyMap<string, string>,
): FileVariable {
  const { value } = variable;
  return typeof value === "string" && names.size > 0
    ? { ...variable, value: renamedTemplate(value, names) }
    : variable;
}

/** Whether a value reads an entry of `.env`, whose own value may be another one. */
function readsEntry({ value, secret }: FileVariable): boolean {
  return !secret && typeof value === "string" && value.includes("process.env");
}

interface NameThere {
  /** The values that files give it; empty: nobody knows. */
  readonly values: readonly Value[];
  /** What the collection, and nothing else, says of a secret. */
  readonly secret?: Value;
  /** Whether the collection itself has it, and not only environments. */
  readonly isAlways: boolean;
  /** Whether its value would win over that of a request, too. */
  readonly isRuntime: boolean;
}

/** The names that new requests would find in the collection. */
function namesThere(
  index: CollectionIndex | undefined,
  held: ReadonlySet<string>,
): Map<string, NameThere> {
  const there = new Map<string, NameThere>();
  const set = new Set(index?.order.settings.keys());
  const definitions = Map.groupBy(
    index?.definitions() ?? [],
    ({ name }) => name,
  );
  for (const name of held.union(index?.names() ?? new Set<string>())) {
    const all = definitions.get(name) ?? [];
    const seen = all.filter(({ scope }) => scope !== "request");
    const isRuntime = held.has(name) || set.has(name);
    // Another request's own variables are for nobody else.
    if (!isRuntime && all.length > 0 && seen.length === 0) continue;
    const isKnown = !isRuntime &&
      seen.every(({ variable }) => variable && !variable.secret);
    const [only, ...more] = all;
    const isSecret = !isRuntime && more.length === 0 &&
      only?.scope === "collection" && only.variable?.secret === true;
    there.set(name, {
      ...isSecret && { secret: only.variable!.value },
      values: isKnown ? seen.map(({ variable }) => variable!.value) : [],
      isAlways: seen.some(({ scope }) => scope === "collection"),
      isRuntime,
    });
  }
  return there;
}

interface SourceVariable {
  /** Those of the collection, which it gets; if it has none, those of its other levels. */
  values: FileVariable[];
  /** Whether requests alone have it, which keep it. */
  isOfRequest: boolean;
  /** Whether environments alone have it: one of its values is meant. */
  isChoice: boolean;
  /** The names that its values use. */
  readonly uses: Set<string>;
}

/** All variables that an import defines. */
function variablesOf(
  { defaults, items, environments }: Imported,
): Map<string, SourceVariable> {
  const found = new Map<string, SourceVariable>();
  const add = (
    variables: readonly FileVariable[] = [],
    { isOfRequest = false, isChoice = false } = {},
  ) => {
    for (const one of variables) {
      if (one.disabled) continue;
      const uses = typeof one.value === "string" && one.value.includes("{{")
        ? namesUsedIn(one.value)
        : new Set<string>();
      const known = found.get(one.name);
      if (known === undefined) {
        found.set(one.name, { values: [one], isOfRequest, isChoice, uses });
        continue;
      }
      known.values.push(one);
      known.isOfRequest &&= isOfRequest;
      known.isChoice &&= isChoice;
      for (const name of uses) known.uses.add(name);
    }
  };
  const visit = (item: ImportedItem) => {
    if (item.kind === "request") {
      add(
        item.request.runtime?.variables,
        { isOfRequest: true },
      );
    } else {
      add(item.defaults?.variables);
      item.items.forEach(visit);
    }
  };
  add(defaults?.variables);
  const own = new Set(found.keys());
  const whole = new Map(found);
  found.clear();
  for (const { variables } of environments) add(variables, { isChoice: true });
  items.forEach(visit);
  for (const name of own) found.set(name, whole.get(name)!);
  return found;
}

/** Whether a file of the source says the value that the collection has. */
export function isEqual(value: unknown, other: Value): boolean {
  if (typeof value === "string") return value === other;
  if (typeof value === "number" || typeof value === "boolean") {
    return kindOf(other) === typeof value && valueText(other) === String(value);
  }
  const { type, data } = (value ?? {}) as Partial<Record<string, unknown>>;
  return type === kindOf(other) && data === valueText(other);
}

/**
 * The name with the first number that is not taken.
 *
 * @param isThere Whether a name that is taken is meant.
 */
function numbered(
  name: string,
  taken: Set<string>,
  isThere: (name: string) => boolean = () => false,
): string {
  for (let number = 2;; number++) {
    const one = `${name}${number}`;
    if (taken.has(one) && !isThere(one)) continue;
    taken.add(one);
    return one;
  }
}

/** The reader of a source names entries of `.env` without a look at the collection. */
async function withOwnEntries(
  bench: Workbench,
  imported: Imported,
  { entries }: JoinedNames,
): Promise<Imported> {
  const index = await bench.session.indexed();
  const dotenv = index?.collection.dotenv ?? new Map<string, string>();
  const taken = entries.union(new Set(imported.secrets.map(({ env }) => env)));
  const names = new Map<string, string>();
  for (const { env, value } of imported.secrets) {
    if (!entries.has(env) || value !== "" && dotenv.get(env) === value) {
      continue;
    }
    names.set(env, numbered(`${env}_`, taken));
  }
  return withOtherEntries(imported, names);
}
