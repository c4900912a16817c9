import { isMapping, type RawJson } from "../json.ts";
import type { Spec } from "./spec.ts";

/**
 * A schema, opened, and those that `next` finds in it and in them. Each comes
 * once, however many lead to it: eight levels of eight that refer to the same
 * next one are nine schemas, not 8^8, and one that refers to itself has an end.
 * What `next` gives last comes first, with all that is in it.
 */
export function* eachSchema(
  spec: Spec,
  first: RawJson,
  next: (opened: Record<string, RawJson>) => readonly RawJson[],
): Generator<Record<string, RawJson>> {
  const seen = new Set<RawJson>();
  const stack = [first];
  while (stack.length > 0) {
    const schema = stack.pop();
    const identity = identityOf(schema);
    if (seen.has(identity)) continue;
    seen.add(identity);
    const opened = spec.open(schema);
    yield opened;
    for (const one of next(opened)) stack.push(one);
  }
}

/** The same for each way to a schema: what refers to it and says nothing else counts as that. */
export function identityOf(schema: RawJson): RawJson {
  return isMapping(schema) && typeof schema.$ref === "string" &&
      Object.keys(schema).length === 1
    ? schema.$ref
    : schema;
}
