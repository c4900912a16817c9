import type { BruShape } from "./shape.ts";
import type { BruBlock } from "./types.ts";

/** The blocks that hold scripts, in the order in which OpenCollection lists them. */
const SCRIPT_BLOCKS: Readonly<Record<string, string>> = {
  "script:pre-request": "before-request",
  "script:post-response": "after-response",
  "tests": "tests",
};

/** Sets `scripts` from the blocks of a file. */
export function setScripts(
  container: Record<string, unknown>,
  blocks: readonly BruBlock[],
  shape: BruShape,
): void {
  const list: unknown[] = [];
  for (const [name, type] of Object.entries(SCRIPT_BLOCKS)) {
    // Of blocks of one name Bruno keeps the last.
    const block = blocks.findLast((one) => one.name === name);
    if (!block?.text || block.text.text.trim() === "") continue;
    const place = { key: block.nameAt, value: block.text };
    if (list.length === 0) {
      shape.set(container, "scripts", list, { key: block.nameAt });
    }
    const row = shape.add(list, place);
    row.type = type;
    shape.set(row, "code", block.text.text, place);
  }
}
