import { listIn } from "./list_in.ts";
import type { Shape } from "./shape.ts";
import { setAuth } from "./to_auth.ts";
import { addRows } from "./to_rows.ts";
import { setScripts } from "./to_scripts.ts";
import { addActions, addVariables } from "./to_variables.ts";
import type { BruBlock } from "./types.ts";

/** The OpenCollection form of `folder.bru` and `collection.bru`: `info`, `request`, `docs`. */
export function toLevel(
  blocks: readonly BruBlock[],
  shape: Shape,
): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  const first = blocks[0]?.nameAt ?? { start: 0, end: 0 };
  const request = shape.set(root, "request", {}, { key: first });
  for (const block of blocks) {
    switch (block.name) {
      case "meta": {
        const info = shape.set(root, "info", {}, { key: block.nameAt });
        for (const pair of block.pairs) {
          if (pair.name === "type" || pair.value.text === "") continue;
          shape.setText(info, pair.name, pair);
        }
        break;
      }
      case "headers":
        addRows(listIn(request, "headers", block, shape), block, { shape });
        break;
      case "vars:pre-request":
        addVariables(listIn(request, "variables", block, shape), block, shape);
        break;
      case "vars:post-response":
        addActions(listIn(request, "actions", block, shape), block, shape);
        break;
      case "auth":
        setAuth(request, block.pairs.findLast((it) => it.name === "mode"), {
          blocks,
          shape,
          isLevel: true,
        });
        break;
      case "docs":
        if (!block.text) break;
        shape.set(root, "docs", block.text.text, {
          key: block.nameAt,
          value: block.text,
        });
        break;
    }
  }
  setScripts(request, blocks, shape);
  return root;
}
