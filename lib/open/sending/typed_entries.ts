import type { Collection } from "../../core/collection/types.ts";
import { entryName, isSecretName } from "../../core/policy/env_refusal.ts";
import { isSecretVariable } from "../../core/secrets/secret_field.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { LoadedCollection } from "../../host/files/load/load_found.ts";
import type { CollectionIndex } from "../../tools/check/collection_index.ts";
import type { KeptFor } from "./kept_variables.ts";

/**
 * A collection whose `.env` has the values that the session keeps for its
 * entries, or for secrets that read them, as long as nobody has filled them in;
 * and the names of all secrets that it keeps.
 */
export function withTypedEntries(
  loaded: LoadedCollection,
  { secrets }: Pick<KeptFor, "secrets">,
): LoadedCollection {
  const { collection } = loaded;
  if (collection === undefined || secrets.size === 0) return loaded;
  const typed = new Map<string, string>();
  const take = (entry: string, known: string | undefined) => {
    if (known !== undefined && !collection.dotenv.get(entry)) {
      typed.set(entry, known);
    }
  };
  for (const { name, value } of readingLevels(collection)) {
    const entry = entryName(value);
    if (entry !== undefined) take(entry, secrets.get(name));
  }
  for (const [name, known] of secrets) {
    if (name.startsWith(ENTRY)) take(name.slice(ENTRY.length), known);
  }
  const withNames = { ...loaded, typed: new Set(secrets.keys()) };
  if (typed.size === 0) return withNames;
  const dotenv = new Map([...collection.dotenv, ...typed]);
  return { ...withNames, collection: { ...collection, dotenv } };
}

/** Begins the name of what is kept for an entry that no variable stands for. */
const ENTRY = "process.env.";

/**
 * The name by which the session keeps the value of an entry of `.env`: that of a
 * variable which reads it, or else the expression for the entry.
 */
export function keptName(entry: string, collection: Collection): string {
  return readingLevels(collection).find(({ value }) =>
    entryName(value) === entry
  )?.name ?? entryExpression(entry);
}

/** The secret that an entry has which `.env` lacks; undefined: it is none, or may not be read at all. */
export function lackingEntry(
  index: CollectionIndex | undefined,
  { expression = "", trail = [] }: Pick<Diagnostic, "expression" | "trail">,
): { entry: string; secret: string; isSet: boolean } | undefined {
  const entry = entryName(`{{${expression}}}`);
  if (entry === undefined || index === undefined || isSecretName(entry)) {
    return undefined;
  }
  const reader = trail.at(-2);
  const isSecret = isSecretVariable(reader ?? entry) ||
    reader !== undefined &&
      index.definitionsOf(reader).some(({ variable }) => variable?.secret);
  if (!isSecret) return undefined;
  return {
    entry,
    secret: keptName(entry, index.collection),
    // A script gives it the value, so nobody has to.
    isSet: reader !== undefined && index.order.settings.has(reader),
  };
}

/** What a placeholder for an entry of `.env` has in its braces. */
export function entryExpression(entry: string): string {
  return `${ENTRY}${entry}`;
}

/** The variables that may read entries for the session. */
function readingLevels({ defaults, environments }: Collection) {
  return [defaults, ...environments].flatMap(({ variables }) => variables);
}
