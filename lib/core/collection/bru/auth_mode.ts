import { type BruKind, TARGET_BLOCKS } from "./blocks.ts";
import type { BruBlock, BruPair } from "./shape.ts";

/** The line that names how a request or a level authenticates. */
export function authMode(
  kind: BruKind,
  blocks: readonly BruBlock[],
): BruPair | undefined {
  return kind === "level"
    ? blocks.filter(({ name }) => name === "auth")
      .flatMap(({ pairs }) => pairs).findLast(({ name }) => name === "mode")
    : blocks.find(({ name }) => TARGET_BLOCKS.includes(name))?.pairs
      .findLast(({ name }) => name === "auth");
}
