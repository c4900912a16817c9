import type { Tree } from "../explain/find_expression.ts";
import type { ScriptDefault } from "../types.ts";
import {
  type Bindings,
  chainOf,
  literalText,
  type NodeVisit,
} from "./bindings.ts";
import { writtenValue } from "./written_value.ts";

/** What asks for a runtime variable. */
const ASKING = /^(?:client|bru)\.((?:get|has)Var)$/;

type Asked = Omit<ScriptDefault, "value">;

/**
 * The value that a script gives a runtime variable where it finds none of that
 * name, and on no other condition: `if (!client.hasVar("a")) client.setVar("a", 1)`,
 * `client.setVar("a", client.getVar("a") ?? 1)`, or the same with `? :`.
 *
 * @param visit The call that sets it.
 */
export function defaultOf(
  visit: NodeVisit,
  name: string,
  bindings: Bindings,
): ScriptDefault | undefined {
  const asking = new Asking(name, bindings);
  const [, argument] = visit.node.arguments as (Tree | undefined)[];
  const given = argument && asking.resolved(argument);
  if (
    given?.type === "LogicalExpression" &&
    /^(?:\|\||\?\?)$/.test(`${given.operator}`)
  ) {
    const asked = asking.asked(given.left as Tree);
    return asked && !visit.conditional
      ? withValue(asked, given.right as Tree, bindings)
      : undefined;
  }
  if (given?.type === "ConditionalExpression" && !visit.conditional) {
    const { test, consequent, alternate } = given as Record<string, Tree>;
    for (const isMet of [true, false]) {
      const [value, kept] = isMet
        ? [consequent, alternate]
        : [alternate, consequent];
      const asked = asking.lacks(test, isMet);
      // Otherwise it gives the variable another value there, too.
      const again = asking.asked(kept);
      if (asked && again) {
        return withValue({ ...asked, kept: again.call }, value, bindings);
      }
    }
  }
  for (let at = visit; at.parent !== undefined; at = at.parent) {
    const { node, parent } = at;
    const { type, test, consequent, left, operator } = parent.node;
    const isTest = type === "IfStatement" || type === "ConditionalExpression";
    if (!isTest && type !== "LogicalExpression") continue;
    const isMet = isTest ? node === consequent : operator === "&&";
    if (parent.conditional || node === (isTest ? test : left)) return undefined;
    const asked = asking.lacks((isTest ? test : left) as Tree, isMet);
    return asked && argument && withValue(asked, argument, bindings);
  }
  return undefined;
}

function withValue(
  asked: Asked,
  node: Tree,
  bindings: Bindings,
): ScriptDefault | undefined {
  const value = writtenValue(node, bindings)?.value;
  return typeof value === "string" || typeof value === "number" ||
      typeof value === "boolean"
    ? { ...asked, value }
    : undefined;
}

/** Finds where a script asks for a runtime variable. */
class Asking {
  constructor(
    readonly name: string,
    readonly bindings: Bindings,
  ) {}

  /** What a constant stands for; anything else itself. */
  resolved(node: Tree): Tree {
    return node.type === "Identifier"
      ? this.bindings.constants.get(node.name as string) ?? node
      : node;
  }

  /** The call that an expression is. */
  asked(node: Tree): Asked | undefined {
    const { type, callee, arguments: given } = this.resolved(node);
    if (type !== "CallExpression") return undefined;
    const [, call] = ASKING.exec(chainOf(callee as Tree, this.bindings)) ?? [];
    const [first] = given as (Tree | undefined)[];
    if (call === undefined || first === undefined) return undefined;
    const text = literalText(first) ??
      this.bindings.texts.get(`${first.name}`)?.value;
    if (text !== this.name) return undefined;
    const quote = first.type === "Identifier" ? 0 : 1;
    const { start, end } = first;
    return { call, offset: start + quote, length: end - start - 2 * quote };
  }

  /** The call by which a condition tells that there is none: if it is met, or if it is not. */
  lacks(test: Tree, isMet: boolean): Asked | undefined {
    const { type, operator, argument, left, right } = test;
    if (type === "UnaryExpression" && operator === "!") {
      return this.lacks(argument as Tree, !isMet);
    }
    if (type !== "BinaryExpression") {
      return isMet ? undefined : this.asked(test);
    }
    const isEqual = /^===?$/.test(`${operator}`);
    if (!isEqual && !/^!==?$/.test(`${operator}`)) return undefined;
    const { type: kind, operator: of, argument: inner } = left as Tree;
    const isType = kind === "UnaryExpression" && of === "typeof";
    const isNothing = ({ type, name, value }: Tree) =>
      type === "Identifier" ? name === "undefined" : type === "Literal" &&
        (isType
          ? value === "undefined"
          : value === null || value === "" || value === false);
    return isEqual === isMet && isNothing(right as Tree)
      ? this.asked((isType ? inner : left) as Tree)
      : undefined;
  }
}
