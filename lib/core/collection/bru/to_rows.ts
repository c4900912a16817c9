import type { BruBlock, BruPair } from "./types.ts";
import { type BruShape, placeOf } from "./shape.ts";

/** Adds one row `{name, value}` for each line of a block; `more` adds to it. */
export function addRows(
  list: unknown[],
  block: BruBlock,
  { shape, more }: {
    shape: BruShape;
    more?: (row: Record<string, unknown>, pair: BruPair) => void;
  },
): void {
  for (const pair of block.pairs) {
    const row = shape.add(list, placeOf(pair));
    setName(row, pair, shape);
    shape.setText(row, "value", pair);
    more?.(row, pair);
  }
}

/** Sets `name`, `disabled` and `description` of a row. */
export function setName(
  row: Record<string, unknown>,
  pair: BruPair,
  shape: BruShape,
): void {
  const { name, nameAt } = pair;
  // A name with escapes is longer in the file than it is.
  const isPlain = nameAt.end - nameAt.start === name.length;
  shape.set(row, "name", name, {
    key: nameAt,
    ...(isPlain && { value: { form: "line", text: name, ...nameAt } }),
  });
  if (pair.disabled) row.disabled = true;
  const description = pair.annotations.findLast((it) =>
    it.name === "description"
  );
  if (description?.argument) row.description = description.argument;
}
