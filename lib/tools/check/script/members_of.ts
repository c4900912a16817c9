import type { Tree } from "../explain/find_expression.ts";
import type { Members } from "../types.ts";
import type { Bindings } from "./bindings.ts";
import { textOf } from "./bindings.ts";

const DEEPEST = 8;

/** The members of an object or a list that stands in a script, as far as they are written there; undefined for what is no such thing. */
export function membersOf(
  node: Tree | undefined,
  bindings: Pick<Bindings, "aliases" | "unclear">,
  depth = 0,
): Members | undefined {
  if (node === undefined || depth > DEEPEST) return undefined;
  const inside = (inner: unknown) =>
    membersOf(inner as Tree, bindings, depth + 1) ?? {};
  switch (node.type) {
    case "Identifier": {
      const name = node.name as string;
      return bindings.unclear.has(name)
        ? undefined
        : membersOf(bindings.aliases.get(name), bindings, depth + 1);
    }
    case "ObjectExpression":
      return Object.fromEntries(
        (node.properties as Tree[]).flatMap(
          ({ type, key, computed, value }) => {
            if (type !== "Property" || computed) return [];
            const { name } = key as Tree;
            const own = name as string | undefined ?? textOf(key as Tree);
            return own === undefined ? [] : [[own, inside(value)]];
          },
        ),
      );
    case "ArrayExpression":
      return Object.fromEntries([
        ...(node.elements as (Tree | null)[]).map((one, index) => [
          index,
          one ? inside(one) : {},
        ]),
        ["length", {}],
      ]);
    default:
      return undefined;
  }
}
