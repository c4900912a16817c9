import { VALUE_TYPES } from "../read/parse_typed_value.ts";
import { type BruShape, placeOf } from "./shape.ts";
import { setName } from "./to_rows.ts";
import type { BruBlock, BruPair } from "./types.ts";

/** Adds the variables of a block; `@number` and its kin above a line give its type. */
export function addVariables(
  list: unknown[],
  block: BruBlock,
  shape: BruShape,
): void {
  for (const pair of block.pairs) {
    const row = shape.add(list, placeOf(pair));
    setName(row, withoutLocal(pair), shape);
    const type = typeOf(pair);
    if (type === undefined) shape.setText(row, "value", pair);
    else {
      const value = shape.set(row, "value", { type }, placeOf(pair));
      shape.setText(value, "data", pair);
    }
  }
}

/** Adds the variables of `vars:secret [ … ]`, whose values are in no file. */
export function addSecrets(
  list: unknown[],
  block: BruBlock,
  shape: BruShape,
): void {
  for (const pair of block.pairs) {
    const row = shape.add(list, placeOf(pair));
    setName(row, pair, shape);
    row.secret = true;
  }
}

/** Adds what `vars:post-response` takes out of the response. */
export function addActions(
  list: unknown[],
  block: BruBlock,
  shape: BruShape,
): void {
  for (const pair of block.pairs) {
    const row = shape.add(list, placeOf(pair));
    row.type = "set-variable";
    row.phase = "after-response";
    if (pair.disabled) row.disabled = true;
    const selector: Record<string, unknown> = shape.set(
      row,
      "selector",
      {},
      placeOf(pair),
    );
    shape.setText(selector, "expression", pair);
    selector.method = "jsonq";
    const { name, nameAt } = withoutLocal(pair);
    const variable = shape.set(row, "variable", {}, { key: nameAt });
    shape.set(variable, "name", name, { key: nameAt });
    shape.set(variable, "scope", isLocal(pair) ? "request" : "runtime", {
      key: nameAt,
    });
  }
}

function typeOf({ annotations }: BruPair): string | undefined {
  const type = annotations.findLast(({ name }) =>
    VALUE_TYPES.some((one) => one === name)
  );
  return type?.name === "string" ? undefined : type?.name;
}

/** `@name` is a variable of the request alone; ours always are. */
function withoutLocal(pair: BruPair): BruPair {
  const { name, nameAt } = pair;
  return isLocal(pair)
    ? {
      ...pair,
      name: name.slice(1),
      nameAt: { ...nameAt, start: nameAt.start + 1 },
    }
    : pair;
}

function isLocal({ name }: BruPair): boolean {
  return name.startsWith("@");
}
