import { BLOCKS, type BruKind, type BruRow } from "./blocks.ts";
import { hasLines, readLines } from "./read_lines.ts";
import { type BruMapping, type BruShape, placeOf } from "./shape.ts";
import type { BruBlock } from "./types.ts";

/** The blocks of one text, in the order in which OpenCollection lists scripts. */
const TEXTS = [...BLOCKS].filter(([, { form }]) =>
  form === "text" || form === "script"
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
  // Of texts of one name Bruno keeps the last; lines add up.
  const last = new Map(blocks.map((block) => [block.name, block]));
  const once = TEXTS.flatMap((name) => last.get(name) ?? []);
  for (const block of [...blocks.filter(({ text }) => !text), ...once]) {
    const row = BLOCKS.get(block.name);
    const [first, ...rest] = row?.[kind] ?? [];
    if (!row || first === undefined) continue;
    const from = first === "details" ? details : root;
    if (!from) continue;
    const path = first === "details" ? rest : [first, ...rest];
    readBlock(from, path, { block, row }, shape);
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
