import { BLOCKS, type BruKind, type BruRow } from "./blocks.ts";
import { hasLines, readLines } from "./read_lines.ts";
import { type BruMapping, type BruShape, placeOf } from "./shape.ts";
import type { BruBlock } from "./types.ts";

/** The blocks of one text that have a place, in the order in which OpenCollection lists scripts. */
const TEXTS = [...BLOCKS].filter(([, { form, request = [] }]) =>
  (form === "text" || form === "script") && request.length > 0
).map(([name]) => name);

/** Puts the blocks that have a place in the OpenCollection form there. */
export function readBlocks(
  root: BruMapping,
  { kind, blocks, details }: {
    kind: BruKind | "auth";
    blocks: readonly BruBlock[];
    /** The mapping of a request's protocol. */
    details?: BruMapping;
  },
  shape: BruShape,
): void {
  const read = (block: BruBlock) => {
    const row = BLOCKS.get(block.name);
    const path = row?.[kind] ?? [];
    if (!row || path.length === 0) return;
    if (path[0] !== "details") readBlock(root, path, { block, row }, shape);
    else if (details) {
      readBlock(details, path.slice(1), { block, row }, shape);
    }
  };
  // Lines of blocks of one name add up; of texts Bruno keeps the last.
  for (const block of blocks) if (!block.text) read(block);
  for (const name of TEXTS) {
    const block = blocks.findLast((one) => one.name === name);
    if (block?.text) read(block);
  }
}

function readBlock(
  from: BruMapping,
  path: readonly string[],
  { block, row }: { block: BruBlock; row: BruRow },
  shape: BruShape,
): void {
  const { nameAt, text } = block;
  const above = () => shape.mapping(from, path.slice(0, -1), nameAt);
  const key = path[path.length - 1];
  if (hasLines(row)) {
    readLines(shape.list(above(), key, nameAt), block, row, shape);
  } else if (row.form === "fields") {
    readFields(shape.mapping(from, path, nameAt), block, row, shape);
  } else if (text) {
    const place = { key: nameAt, value: text };
    if (row.form === "text") shape.set(above(), key, text.text, place);
    else if (text.text.trim() !== "") {
      const script = shape.add(shape.list(above(), key, nameAt), place);
      Object.assign(script, row.also);
      shape.set(script, "code", text.text, place);
    }
  }
}

function readFields(
  fields: BruMapping,
  { pairs }: BruBlock,
  { unread = [] }: BruRow,
  shape: BruShape,
): void {
  for (const pair of pairs) {
    if (pair.value.text === "" || unread.includes(pair.name)) continue;
    shape.set(fields, pair.name, pair.value.text, placeOf(pair));
  }
}
