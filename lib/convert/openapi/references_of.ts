import { isMapping, type Json } from "../json.ts";
import type { Spec } from "./spec.ts";

/** A `$ref`, and the path to it. */
export interface Reference {
  readonly reference: string;
  readonly path: string;
}

/** Every `$ref` of a document that leads out of it, or nowhere in it. */
export function referencesOf(
  spec: Spec,
): { external: Reference[]; missing: Reference[] } {
  const external: Reference[] = [];
  const missing: Reference[] = [];
  const stack: { value: Json; path: string }[] = [
    { value: spec.root, path: "" },
  ];
  const known = new Map<string, boolean>();
  // What aliases of YAML share is looked at once.
  const seen = new Set<object>();
  for (let at; (at = stack.pop()) !== undefined;) {
    const { value, path } = at;
    if (isMapping(value) && typeof value.$ref === "string") {
      const { $ref } = value;
      if (!$ref.startsWith("#")) external.push({ reference: $ref, path });
      else {
        const isThere = known.get($ref) ?? spec.at($ref) !== undefined;
        known.set($ref, isThere);
        if (!isThere) missing.push({ reference: $ref, path });
      }
    }
    if (typeof value !== "object" || value === null || seen.has(value)) {
      continue;
    }
    seen.add(value);
    for (const [key, member] of Object.entries(value)) {
      // An example may hold anything, a member of that name as well.
      if (
        key === "example" || key === "examples" && !path.endsWith("components")
      ) continue;
      stack.push({ value: member, path: path === "" ? key : `${path}.${key}` });
    }
  }
  return { external, missing: missing.reverse() };
}
