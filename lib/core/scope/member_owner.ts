import type { Segment } from "../template/types.ts";
import type { Value } from "./value/value.ts";
import type { Owner } from "./execution.ts";

const owners = new WeakMap<Owner, Map<string, Owner>>();

/**
 * What a member of a file variable's object stands in. The same for the same
 * member at each call, so that a generator in it keeps its value and a cycle
 * through it is seen.
 */
export function memberOwner(
  parent: Owner,
  key: string | number,
  value: Value,
): Owner {
  let members = owners.get(parent);
  if (members === undefined) {
    members = new Map();
    owners.set(parent, members);
  }
  let owner = members.get(String(key));
  if (owner === undefined) {
    const { at, secret } = parent;
    owner = {
      text: typeof value === "string" ? value : "",
      ...(at !== undefined && { at: { ...at, path: [...at.path, key] } }),
      ...(secret && { secret }),
    };
    members.set(String(key), owner);
  }
  return owner;
}

/** What the value at the end of a path stands in. */
export function ownerAt(
  base: Owner,
  path: readonly Segment[],
  value: Value,
): Owner {
  let owner = base;
  for (const { key, index } of path) {
    owner = memberOwner(owner, index === -1 ? key : index, value);
  }
  return owner;
}
