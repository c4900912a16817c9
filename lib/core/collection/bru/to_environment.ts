import { isVault } from "./block_names.ts";
import { listIn } from "./list_in.ts";
import type { Shape } from "./shape.ts";
import { addSecrets, addVariables } from "./to_variables.ts";
import type { BruBlock } from "./types.ts";

/** The OpenCollection form of a file of `environments/`. */
export function toEnvironment(
  blocks: readonly BruBlock[],
  shape: Shape,
): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const block of blocks) {
    if (block.name === "vars") {
      addVariables(listIn(root, "variables", block, shape), block, shape);
    } else if (block.name === "vars:secret") {
      addSecrets(listIn(root, "variables", block, shape), block, shape);
    } else if (isVault(block.name)) {
      const at = { key: block.nameAt };
      const vault = shape.set(root, "externalSecrets", {}, at);
      shape.set(vault, "variables", block.pairs.map((it) => it.name), at);
    }
  }
  return root;
}
