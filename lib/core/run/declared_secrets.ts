import type { Collection, Item, Variable } from "../collection/types.ts";
import { itemsWithSecrets } from "../collection/with_rest.ts";

/** What the files say of a name that is secret. */
export interface DeclaredSecret {
  /** Hosts that its values may be sent to; absent: any. */
  readonly hosts?: readonly string[];
  /** Whether what holds for the run says it, and not only a file that it does not use. */
  readonly near?: true;
}

/** The names that files declare secret. */
export interface DeclaredSecrets {
  get(name: string): DeclaredSecret | undefined;
  has(name: string): boolean;
}

/** Files do not change while a run goes on, and may be many. */
const known = new WeakMap<Collection, ReadonlyMap<string, DeclaredSecret>>();

/**
 * The names that any file of a collection declares secret, in environments that
 * are not selected, too: whoever gives such a name a value gives a secret. The
 * other files are read for the first name that is looked up.
 *
 * @param near Variables that hold for the run, whose word counts before that of
 * others; later ones first.
 */
export function declaredSecrets(
  collection: Collection,
  near: readonly Variable[],
): DeclaredSecrets {
  const own = new Map<string, DeclaredSecret>();
  for (const { name, secret, hosts } of near) {
    if (secret) own.set(name, { near: true, ...hosts && { hosts } });
  }
  const get = (name: string) => own.get(name) ?? inFiles(collection).get(name);
  return { get, has: (name) => get(name) !== undefined };
}

function inFiles(
  collection: Collection,
): ReadonlyMap<string, DeclaredSecret> {
  let declared = known.get(collection);
  if (declared === undefined) {
    declared = readAll(collection);
    known.set(collection, declared);
  }
  return declared;
}

/** Where several name hosts, each of these is one. */
function readAll(collection: Collection): Map<string, DeclaredSecret> {
  const declared = new Map<string, DeclaredSecret>();
  const add = (variables: readonly Variable[]) => {
    for (const { name, secret, hosts } of variables) {
      if (!secret) continue;
      const before = declared.get(name)?.hosts ?? [];
      const all = [...new Set([...before, ...hosts ?? []])];
      const isBound = hosts !== undefined || before.length > 0;
      declared.set(name, isBound ? { hosts: all } : {});
    }
  };
  add(collection.defaults.variables);
  for (const { variables } of collection.environments) add(variables);
  const walk = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind === "folder") {
        add(item.defaults.variables);
        walk(item.items);
      } else if (item.kind === "request") add(item.variables);
    }
  };
  walk(itemsWithSecrets(collection));
  return declared;
}
