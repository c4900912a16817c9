import type { Tree } from "../explain/find_expression.ts";
import type { ScriptText } from "../types.ts";
import { type Bindings, chainOf, type NodeVisit } from "./bindings.ts";
import { isExpectedToFail, mayBePassedOver } from "./certainty.ts";

const INTERPOLATE = /^(?:client|bru)\.interpolate$/;
const REPLACE = "pm.variables.replaceIn";
const MAX_DEPTH = 8;

/** The literal texts whose placeholders a script resolves, but for those whose failure it expects. */
export function interpolatedTexts(
  visits: readonly NodeVisit[],
  bindings: Bindings,
): ScriptText[] {
  return visits.flatMap((visit) => {
    const { node, guarded } = visit;
    if (
      node.type !== "CallExpression" || guarded || isExpectedToFail(visit)
    ) return [];
    const chain = chainOf(node.callee as Tree, bindings);
    if (!INTERPOLATE.test(chain) && chain !== REPLACE) return [];
    const conditional = mayBePassedOver(visit);
    const [first] = node.arguments as (Tree | undefined)[];
    return [...textsOf(first, bindings)].map((text) => ({
      ...text,
      conditional,
      ...(chain === REPLACE && { keptBy: REPLACE }),
    }));
  });
}

type Part = Pick<
  ScriptText,
  "text" | "verbatim" | "partial" | "offset" | "length"
>;

/** The texts in an argument: itself, or what a list or an object holds. */
function* textsOf(
  node: Tree | null | undefined,
  bindings: Bindings,
  { partial = false, depth = 0 } = {},
): Generator<Part> {
  if (!node || depth > MAX_DEPTH) return;
  const inside = (inner: unknown, isPart = partial) =>
    textsOf(inner as Tree | null, bindings, {
      partial: isPart,
      depth: depth + 1,
    });
  switch (node.type) {
    case "Literal":
      if (typeof node.value === "string") {
        yield partOf(node.value, `${node.raw}`.slice(1, -1), {
          offset: node.start + 1,
          partial,
        });
      }
      break;
    case "TemplateLiteral": {
      const quasis = node.quasis as unknown as Quasi[];
      for (const { start, value: { cooked, raw } } of quasis) {
        yield partOf(cooked, raw, {
          offset: start,
          partial: partial || quasis.length > 1,
        });
      }
      break;
    }
    case "Identifier":
      yield* inside(bindings.texts.get(node.name as string)?.node);
      break;
    case "BinaryExpression":
      yield* inside(node.left, true);
      yield* inside(node.right, true);
      break;
    case "ArrayExpression":
      for (const one of node.elements as unknown[]) yield* inside(one);
      break;
    case "ObjectExpression":
      for (const { value } of node.properties as Tree[]) yield* inside(value);
      break;
  }
}

interface Quasi {
  readonly start: number;
  readonly value: { readonly cooked: string; readonly raw: string };
}

function partOf(
  text: string,
  raw: string,
  { offset, partial }: Pick<Part, "offset" | "partial">,
): Part {
  const verbatim = text === raw;
  return { text, verbatim, partial, offset, length: raw.length };
}
