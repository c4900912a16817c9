import { checkName } from "../../../core/scope/names.ts";
import { checkValue } from "../../../core/scope/value/snapshot.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import type { Tree } from "../explain/find_expression.ts";
import type { Members, WrittenValue } from "../types.ts";
import { type Bindings, literalText } from "./bindings.ts";

const MAX_DEPTH = 8;

/** The value that an expression is, whatever runs; undefined where only the run tells. */
export function writtenValue(
  node: Tree | undefined,
  bindings: Bindings,
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
      case "NewExpression":
        // When it is has no bearing on what can be done with it.
        return isGlobal(node.callee as Tree, "Date", bindings)
          ? new Date(0)
          : undefined;
      case "Identifier": {
        const constant = bindings.constants.get(node.name as string);
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

/** Why a script cannot set a variable, as far as its text tells: what is wrong with the name, or with the value. */
export function refusalOf(
  { name, value, isRuntime }: {
    readonly name: string;
    readonly value: Tree | undefined;
    /** Other scopes have files, which may define any name. */
    readonly isRuntime: boolean;
  },
  bindings: Bindings,
): string | undefined {
  try {
    if (isRuntime) checkName(name);
    checkValue(sampleOf(value, bindings), name);
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : undefined;
  }
}

/** A value such as the expression gives; null where only the run tells. */
function sampleOf(node: Tree | undefined, bindings: Bindings): unknown {
  if (node === undefined) return undefined;
  switch (node.type) {
    case "Identifier":
      for (
        const [name, value] of Object.entries({ undefined, NaN, Infinity })
      ) {
        if (isGlobal(node, name, bindings)) return value;
      }
      return null;
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return () => {};
    case "NewExpression":
      for (const made of [new Map(), new Set()]) {
        const { name } = made.constructor;
        if (isGlobal(node.callee as Tree, name, bindings)) return made;
      }
      return null;
    default:
      return null;
  }
}

function isGlobal(
  node: Tree,
  name: string,
  { unclear, aliases }: Pick<Bindings, "unclear" | "aliases">,
): boolean {
  return node.type === "Identifier" && node.name === name &&
    !unclear.has(name) && !aliases.has(name);
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

/** The members of an object or a list that stands in a script, as far as they are written there; undefined for what is no such thing. */
export function writtenMembers(
  node: Tree | undefined,
  bindings: Pick<Bindings, "aliases" | "unclear">,
  depth = 0,
): Members | undefined {
  if (node === undefined || depth > MAX_DEPTH) return undefined;
  const inside = (inner: unknown) =>
    writtenMembers(inner as Tree, bindings, depth + 1) ?? {};
  switch (node.type) {
    case "Identifier": {
      const name = node.name as string;
      return bindings.unclear.has(name)
        ? undefined
        : writtenMembers(bindings.aliases.get(name), bindings, depth + 1);
    }
    case "ObjectExpression":
      return Object.fromEntries(
        (node.properties as Tree[]).flatMap(
          ({ type, key, computed, value }) => {
            if (type !== "Property" || computed) return [];
            const { name } = key as Tree;
            const own = name as string | undefined ?? literalText(key as Tree);
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
