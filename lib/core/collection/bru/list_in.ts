import type { BruShape } from "./shape.ts";
import type { BruBlock } from "./types.ts";

/** The list under a key, made where it is missing: blocks of one name add up. */
export function listIn(
  container: Record<string, unknown>,
  key: string,
  block: BruBlock,
  shape: BruShape,
): unknown[] {
  const known = container[key];
  return Array.isArray(known)
    ? known
    : shape.set(container, key, [], { key: block.nameAt });
}
