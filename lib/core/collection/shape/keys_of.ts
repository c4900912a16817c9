import type { CasesShape, MappingShape } from "./types.ts";

/** The keys that a mapping may have, in the order in which Bruno writes them. */
export function keysOf(shape: MappingShape | CasesShape): string[] {
  if (shape.kind === "mapping") return Object.keys(shape.keys);
  const keys = Object.values(shape.cases).flatMap((one) =>
    Object.keys(one.keys)
  );
  return [...new Set(keys)];
}
