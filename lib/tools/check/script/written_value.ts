import type { Value } from "../../../core/scope/value/value.ts";
import type { Tree } from "../explain/find_expression.ts";
import type { WrittenValue } from "../types.ts";
import { type Bindings, literalText } from "./bindings.ts";

const MAX_DEPTH = 8;

/** The value that an expression is, whatever runs; undefined where only the run tells. */
export function writtenValue(
  node: Tree | undefined,
  { constants }: Pick<Bindings, "constants">,
): WrittenValue | undefined {
  const open: (readonly string[])[] = [];
  const read = (
    node: Tree | null | undefined,
    path: readonly string[],
  ): Value | undefined => {
    if (!node || path.length > MAX_DEPTH) return undefined;
    const inside = (inner: Tree | null, key: string): Value => {
      const value = read(inner, [...path, key]);
      if (value === undefined) open.push([...path, key]);
      return value ?? null;
    };
    switch (node.type) {
      case "Identifier": {
        const constant = constants.get(node.name as string);
        // What a name holds may change by then, but for what has no members.
        return constant && scalar(constant);
      }
      case "ObjectExpression":
        return members(node.properties as Tree[], inside);
      case "ArrayExpression": {
        const elements = node.elements as (Tree | null)[];
        if (elements.some((one) => one?.type === "SpreadElement")) {
          return undefined;
        }
        return elements.map((one, at) => inside(one, String(at)));
      }
      default:
        return scalar(node);
    }
  };
  const value = read(node, []);
  return value === undefined ? undefined : { value, open };
}

function members(
  properties: readonly Tree[],
  inside: (node: Tree, key: string) => Value,
): Value | undefined {
  const found: Record<string, Value> = {};
  for (const { type, kind, computed, key, value } of properties) {
    const name = (key as Tree | undefined)?.name ??
      (key as Tree | undefined)?.value;
    if (
      type !== "Property" || kind !== "init" || computed ||
      typeof name !== "string" || name === "__proto__" || name === "toJSON"
    ) return undefined;
    found[name] = inside(value as Tree, name);
  }
  return found;
}

function scalar(node: Tree): Value | undefined {
  const text = literalText(node);
  if (text !== undefined) return text;
  if (node.type === "UnaryExpression" && node.operator === "-") {
    const { type, value } = node.argument as Tree;
    return type === "Literal" && typeof value === "number" ? -value : undefined;
  }
  if (node.type !== "Literal") return undefined;
  const { value } = node;
  return value === null && node.raw === "null" || typeof value === "boolean" ||
      typeof value === "number" && Number.isFinite(value)
    ? value as Value
    : undefined;
}
