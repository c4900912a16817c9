import { isPlainObject } from "../../../core/source/is_plain_object.ts";

/** Lists that `.bru` files divide into blocks, in the order of what divides them. */
const DIVIDED: Readonly<Record<string, (row: Row) => number>> = {
  params: ({ type }) => type === "path" ? 1 : 0,
  variables: ({ secret }) => secret === true ? 1 : 0,
  scripts: ({ type }) =>
    ["before-request", "after-response", "tests"].indexOf(String(type)),
};

type Row = Readonly<Record<string, unknown>>;

/**
 * What of data a `.bru` file can say: every scalar is a text there, nothing is
 * said of what is empty or as it goes without saying, and lists of two kinds
 * have an order for each.
 */
export function heldByBru(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(heldByBru);
  if (!isPlainObject(data)) return String(data);
  const held: [string, unknown][] = [];
  for (const [key, value] of Object.entries(data)) {
    if (key === "disabled" && value === false) continue;
    if (key === "enabled" && value === true) continue;
    // The values of secrets are in no file.
    if (key === "value" && data.secret === true) continue;
    if (key === "disabled" || key === "enabled") {
      held.push(["disabled", "true"]);
      continue;
    }
    const divide = Object.hasOwn(DIVIDED, key) ? DIVIDED[key] : undefined;
    const one = heldByBru(
      divide && Array.isArray(value)
        ? value.toSorted((a: Row, b: Row) => divide(a) - divide(b))
        : value,
    );
    if (!isNothing(one)) held.push([key, one]);
  }
  return Object.fromEntries(held);
}

function isNothing(value: unknown): boolean {
  if (value === "") return true;
  return typeof value === "object" && value !== null &&
    Object.keys(value).length === 0;
}
