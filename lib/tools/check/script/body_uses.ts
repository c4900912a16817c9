import { parseScript, type Tree } from "../explain/find_expression.ts";
import type { BodyUse } from "../types.ts";
import {
  type Bindings,
  bindingsIn,
  chainOf,
  literalText,
  type NodeVisit,
  walk,
} from "./bindings.ts";
import { addNames, boundBy } from "./bound_names.ts";
import { mayBePassedOver } from "./certainty.ts";

/** Functions that copy what they get, a text included. */
const COPYING = /^(?:structuredClone|_\.(?:clone|cloneDeep))$/;
/** Functions that read or change the members of what they get. */
const OF_OBJECTS =
  /^(?:Object\.(?:assign|keys|values|entries|getOwnPropertyNames|hasOwn|freeze)|_\.(?:assign|assignIn|defaults|defaultsDeep|extend|forIn|forOwn|get|has|keys|mapKeys|mapValues|merge|mergeWith|omit|omitBy|pick|pickBy|set|toPairs|unset|update|values))$/;
/** Functions that tell whether it is an object; a script with one of them knows. */
const ASKING = /^(?:Array\.isArray|_\.is(?:String|Object|PlainObject|Array))$/;
/** Members that all values have. */
const OF_ALL = new Set(["constructor", "toString", "valueOf"]);
const MAX_DEPTH = 8;

type Part = BodyUse["of"];

/** The same of a script's text; nothing where that cannot be parsed. */
export function bodyUsesIn(code: string): BodyUse[] {
  const tree = parseScript(code);
  if (tree === undefined) return [];
  const visits = [...walk(tree)];
  return bodyUses(visits, bindingsIn(visits));
}

/**
 * Where a script takes the request's body, or a member `variables` of it, for
 * an object: reads and writes members that no text has, spreads it, lists it.
 * Gives nothing of a script that asks for its type.
 */
export function bodyUses(
  visits: readonly NodeVisit[],
  bindings: Bindings,
): BodyUse[] {
  const body = new BodyNames(visits, bindings);
  const uses: BodyUse[] = [];
  let set = Infinity;
  for (const visit of visits) {
    const { node } = visit;
    if (asksForType(node, body, bindings)) return [];
    if (setsBody(node, bindings)) set = Math.min(set, node.end);
    // A try has a way out of its own.
    if (visit.guarded || node.start >= set) continue;
    const of = body.partOf(node);
    if (of === undefined || !isAsObject(visit, bindings)) continue;
    uses.push({
      of,
      conditional: mayBePassedOver(visit),
      offset: node.start,
      length: (outerMember(visit) ?? node).end - node.start,
    });
  }
  return uses;
}

/** What the script's own names hold of the body. */
class BodyNames {
  readonly #bindings: Bindings;
  /** Everything that a name is ever given. */
  readonly #given = new Map<string, (Tree | undefined)[]>();

  constructor(visits: readonly NodeVisit[], bindings: Bindings) {
    this.#bindings = bindings;
    for (const { node, parent } of visits) {
      switch (node.type) {
        case "VariableDeclarator":
          this.#declare(node, parent?.node.kind as string);
          break;
        case "AssignmentExpression":
          this.#assign(node);
          break;
        default:
          this.#hide(...boundBy(node));
      }
    }
  }

  /** The part of the body that an expression is. */
  partOf(node: Tree | null | undefined, depth = 0): Part | undefined {
    if (!node || depth > MAX_DEPTH) return undefined;
    const inside = (inner: unknown) => this.partOf(inner as Tree, depth + 1);
    switch (node.type) {
      case "Identifier": {
        const given = this.#given.get(node.name as string) ?? [];
        const [first, ...others] = given.map((one) => inside(one));
        return others.every((it) => it === first) ? first : undefined;
      }
      case "MemberExpression": {
        const property = node.property as Tree;
        const name = node.computed ? literalText(property) : property.name;
        if (
          name === "body" &&
          chainOf(node.object as Tree, this.#bindings) === "req"
        ) return "body";
        return name === "variables" && inside(node.object) === "body"
          ? "variables"
          : undefined;
      }
      case "CallExpression": {
        const chain = calledIn(node, this.#bindings);
        const [first] = node.arguments as (Tree | undefined)[];
        if (chain === "req.getBody") return isRaw(first) ? undefined : "body";
        return COPYING.test(chain) ? inside(first) : undefined;
      }
      case "LogicalExpression":
        return node.operator === "&&" ? inside(node.right) : inside(node.left);
      case "AssignmentExpression":
        return node.operator === "=" ? inside(node.right) : undefined;
      case "AwaitExpression":
        return inside(node.argument);
      case "ChainExpression":
        return inside(node.expression);
      default:
        return undefined;
    }
  }

  #declare({ id, init }: Tree, kind: string): void {
    const pattern = id as Tree;
    if (pattern.type === "Identifier") {
      // `var` may stand again for a name that has a value.
      if (init || kind !== "var") this.#give(pattern, init as Tree | null);
      return;
    }
    const taken = this.#taken(pattern, init as Tree | null);
    const names = new Set<string>();
    addNames(pattern, names);
    for (const name of names) this.#add(name, taken.get(name));
  }

  #assign({ left, right, operator }: Tree): void {
    const target = left as Tree;
    if (target.type === "MemberExpression") return;
    if (target.type !== "Identifier") this.#hide(target);
    else if (operator === "=") this.#give(target, right as Tree);
    else this.#hide(target);
  }

  /** `const { body } = req`: what stands for a member of it. */
  #taken(
    { type, properties }: Tree,
    init: Tree | null,
  ): Map<string, Tree> {
    const taken = new Map<string, Tree>();
    if (type !== "ObjectPattern" || init === null) return taken;
    for (const { key, value, computed } of properties as Tree[]) {
      const { name } = value as Tree ?? {};
      if (computed || typeof name !== "string") continue;
      taken.set(
        name,
        {
          type: "MemberExpression",
          object: init,
          property: key,
          computed: false,
        } as unknown as Tree,
      );
    }
    return taken;
  }

  #give({ name }: Tree, value: Tree | null): void {
    // A declaration without a value waits for one.
    if (value !== null) this.#add(name as string, value);
  }

  #hide(...patterns: readonly Tree[]): void {
    const names = new Set<string>();
    for (const pattern of patterns) addNames(pattern, names);
    for (const name of names) this.#add(name, undefined);
  }

  #add(name: string, value: Tree | undefined): void {
    const given = this.#given.get(name);
    if (given === undefined) this.#given.set(name, [value]);
    else given.push(value);
  }
}

/** What a call calls; lodash is `_`, whatever the script calls it. */
function calledIn(call: Tree, bindings: Bindings): string {
  const callee = call.callee as Tree;
  const { type, name } = callee.object as Tree | undefined ?? callee;
  const alias = type === "Identifier" && callee.type === "MemberExpression"
    ? bindings.aliases.get(name as string)
    : undefined;
  const [required] = alias?.type === "CallExpression" &&
      (alias.callee as Tree).name === "require"
    ? alias.arguments as Tree[]
    : [];
  return required && literalText(required) === "lodash"
    ? `_.${(callee.property as Tree).name}`
    : chainOf(callee, bindings);
}

/** `{ raw: true }`, or what only the run knows. */
function isRaw(argument: Tree | undefined): boolean {
  if (argument === undefined) return false;
  if (argument.type !== "ObjectExpression") return true;
  return (argument.properties as Tree[]).length > 0;
}

function asksForType(
  node: Tree,
  body: BodyNames,
  bindings: Bindings,
): boolean {
  switch (node.type) {
    case "UnaryExpression":
      return node.operator === "typeof" &&
        body.partOf(node.argument as Tree) !== undefined;
    case "BinaryExpression":
      return node.operator === "instanceof" &&
        body.partOf(node.left as Tree) !== undefined;
    case "CallExpression":
      return ASKING.test(calledIn(node, bindings)) &&
        (node.arguments as Tree[]).some((it) => body.partOf(it) !== undefined);
    default:
      return false;
  }
}

/** Whether it gives the request another body, behind which nobody can tell what `req.body` is. */
function setsBody(node: Tree, bindings: Bindings): boolean {
  switch (node.type) {
    case "CallExpression":
      return chainOf(node.callee as Tree, bindings) === "req.setBody";
    case "AssignmentExpression": {
      const left = node.left as Tree;
      return left.type === "MemberExpression" && !left.computed &&
        chainOf(left, bindings) === "req.body";
    }
    default:
      return false;
  }
}

/** Whether what stands around an expression takes its value for an object. */
function isAsObject(visit: NodeVisit, bindings: Bindings): boolean {
  const { node, parent } = visit;
  const outer = parent?.node;
  switch (outer?.type) {
    case "MemberExpression":
      return outer.object === node && isOfObjects(parent!);
    case "SpreadElement":
      return /^(?:Object|Array)Expression$/.test(
        parent?.parent?.node.type ?? "",
      );
    case "VariableDeclarator":
      return outer.init === node && (outer.id as Tree).type === "ObjectPattern";
    case "AssignmentExpression":
      return outer.right === node &&
        (outer.left as Tree).type === "ObjectPattern";
    case "ForInStatement":
    case "ForOfStatement":
      return outer.right === node;
    case "CallExpression": {
      const chain = calledIn(outer, bindings);
      if ((outer.arguments as Tree[])[0] !== node) return false;
      // The text in quotes; a log may show it so.
      return chain === "JSON.stringify" && !isLogged(parent!) ||
        OF_OBJECTS.test(chain);
    }
    default:
      return false;
  }
}

/** Whether no text has such a member, or none that is used like this. */
function isOfObjects({ node, parent }: NodeVisit): boolean {
  const { computed, property } = node as Tree & { property: Tree };
  const outer = parent?.node;
  const isWritten =
    outer?.type === "AssignmentExpression" && outer.left === node ||
    outer?.type === "UpdateExpression" ||
    outer?.type === "UnaryExpression" && outer.operator === "delete";
  if (isWritten) return true;
  const isIndex = property.type === "Literal" &&
    typeof property.value === "number";
  // The first character of a text has no members of its own.
  if (isIndex) {
    return outer?.type === "MemberExpression" && outer.object === node &&
      isOfObjects(parent!);
  }
  const name = computed ? literalText(property) : property.name;
  if (typeof name !== "string" || OF_ALL.has(name)) return false;
  if (!Object.hasOwn(String.prototype, name)) return true;
  const isCalled = outer?.type === "CallExpression" && outer.callee === node;
  return name !== "length" && !isCalled;
}

/** The member that is read or written of it, for a longer mark. */
function outerMember({ node, parent }: NodeVisit): Tree | undefined {
  const outer = parent?.node;
  return outer?.type === "MemberExpression" && outer.object === node
    ? outer
    : undefined;
}

function isLogged({ parent }: NodeVisit): boolean {
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    const { type, callee } = outer.node as Tree & { callee?: Tree };
    if (type !== "CallExpression") continue;
    const { object } = callee as Tree & { object?: Tree };
    if (object?.name === "console") return true;
  }
  return false;
}
