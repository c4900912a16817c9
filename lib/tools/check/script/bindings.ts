import type { Tree } from "../explain/find_expression.ts";
import { addNames, boundBy } from "./bound_names.ts";

/** What a script does with names of its own. */
export interface Bindings {
  /** Constants that are a text, by name. */
  readonly texts: ReadonlyMap<string, { value: string; node: Tree }>;
  /** What a name stands for that is declared once, by `const`. */
  readonly constants: ReadonlyMap<string, Tree>;
  /** What a name that is declared once stands for: `env` for `pm.environment`. */
  readonly aliases: ReadonlyMap<string, Tree>;
  /** Names that mean different things in different places of the script. */
  readonly unclear: ReadonlySet<string>;
  /** Names that the script gives something of which only the run knows what it is. */
  readonly own: ReadonlySet<string>;
  /** Names of members that the script sets itself. */
  readonly members: ReadonlySet<string>;
  /** Names that it hands to something else, which may add members to what they stand for; each with the first place. */
  readonly handed: ReadonlyMap<string, number>;
  /** Names of members that it reads without calling them, as to see whether they are there. */
  readonly looked: ReadonlySet<string>;
}

/** Finds out what the names of a script stand for. */
export function bindingsIn(visits: readonly NodeVisit[]): Bindings {
  const texts = new Map<string, { value: string; node: Tree }>();
  const constants = new Map<string, Tree>();
  const aliases = new Map<string, Tree>();
  const declared = new Set<string>();
  const unclear = new Set<string>();
  const own = new Set<string>();
  const members = new Set<string>();
  const looked = new Set<string>();
  const handed = new Map<string, number>();
  for (const visit of visits) {
    const { node, parent } = visit;
    switch (node.type) {
      case "Identifier":
        if (!handed.has(node.name as string) && isHanded(visit)) {
          handed.set(node.name as string, node.start);
        }
        break;
      case "MemberExpression":
        if (!node.computed && parent?.node.callee !== node) {
          looked.add((node.property as Tree).name as string);
        }
        break;
      case "VariableDeclarator": {
        const { type, name } = node.id as Tree;
        const init = node.init as Tree | null;
        if (type !== "Identifier") {
          const from = init && CHAINS.has(init.type) ? init : undefined;
          for (const [taken, member] of takenFrom(node.id as Tree, from)) {
            if (declared.has(taken) || from && !member) unclear.add(taken);
            declared.add(taken);
            if (member) aliases.set(taken, member);
            else own.add(taken);
          }
          break;
        }
        if (declared.has(name as string)) unclear.add(name as string);
        declared.add(name as string);
        if (!init) {
          own.add(name as string);
          break;
        }
        const value = literalText(init);
        if (value !== undefined) {
          texts.set(name as string, { value, node: init });
        }
        aliases.set(name as string, init);
        if (parent?.node.kind === "const") constants.set(name as string, init);
        break;
      }
      case "AssignmentExpression": {
        const left = node.left as Tree;
        if (left.type === "MemberExpression" && !left.computed) {
          members.add((left.property as Tree).name as string);
        }
        break;
      }
    }
    for (const pattern of boundBy(node)) addNames(pattern, unclear);
  }
  for (const name of unclear) {
    texts.delete(name);
    constants.delete(name);
    aliases.delete(name);
  }
  return { texts, constants, aliases, unclear, own, members, handed, looked };
}

/** Functions that only look at what they get. */
const LOOKING =
  /^(?:console|JSON|expect|assert|Object\.(?:keys|values|entries))\b/;

/** Whether a name's value goes to something that may write into it, or a member is written whose name only the run knows. */
function isHanded({ node, parent }: NodeVisit): boolean {
  const outer = parent?.node;
  switch (outer?.type) {
    case "CallExpression":
    case "NewExpression":
      return outer.callee !== node && !LOOKING.test(plainName(outer.callee));
    case "AssignmentExpression":
      return outer.right === node;
    case "VariableDeclarator":
      return outer.init === node && (outer.id as Tree).type === "Identifier";
    case "Property":
      return outer.value === node &&
        parent?.parent?.node.type === "ObjectExpression";
    case "ArrayExpression":
    case "ReturnStatement":
      return true;
    case "ArrowFunctionExpression":
      return outer.body === node;
    case "MemberExpression":
      return outer.object === node && outer.computed === true &&
        parent?.parent?.node.left === outer;
    default:
      return false;
  }
}

/** `Object.keys` of what is called. */
function plainName(node: unknown): string {
  const { name, object, property } = node as Tree;
  return object === undefined
    ? `${name}`
    : `${plainName(object)}.${(property as Tree).name}`;
}

/** What may stand for an object of the script API. */
const CHAINS = new Set(["Identifier", "MemberExpression", "ChainExpression"]);

/** `const { environment: env } = pm`: each name, and what it stands for; undefined where only the run knows. */
function* takenFrom(
  pattern: Tree,
  from: Tree | undefined,
): Generator<[name: string, from: Tree | undefined]> {
  if (pattern.type === "Identifier") yield [pattern.name as string, from];
  else if (from && pattern.type === "ObjectPattern") {
    for (const one of pattern.properties as Tree[]) {
      const { type, computed, key, value, start, end } = one;
      if (type === "Property" && !computed) {
        const member = {
          type: "MemberExpression",
          object: from,
          property: key,
          computed: (key as Tree).type === "Literal",
          start,
          end,
        };
        yield* takenFrom(value as Tree, member);
      } else yield* withoutMeaning(one);
    }
  } else yield* withoutMeaning(pattern);
}

function* withoutMeaning(pattern: Tree): Generator<[string, undefined]> {
  const names = new Set<string>();
  addNames(pattern, names);
  for (const name of names) yield [name, undefined];
}

/** Names that stand for others are followed so far. */
const MAX_DEPTH = 20;

/** `pm.environment.set` of such an expression, names that stand for others resolved; "" of any other. */
export function chainOf(
  node: Tree,
  bindings: Pick<Bindings, "aliases" | "unclear" | "own">,
  depth = 0,
): string {
  if (depth > MAX_DEPTH) return "";
  switch (node.type) {
    case "Identifier": {
      const name = node.name as string;
      if (bindings.unclear.has(name)) return "";
      // A function of a helper may be what its name says; an object of the API is it not.
      if (bindings.own.has(name) && depth > 0) return "";
      const alias = bindings.aliases.get(name);
      if (alias === undefined) return name;
      const chain = chainOf(alias, bindings, depth + 1);
      return chain === "" ? "" : chain;
    }
    case "MemberExpression": {
      const object = chainOf(node.object as Tree, bindings, depth + 1);
      const property = node.property as Tree;
      const name = node.computed ? literalText(property) : property.name;
      return name === undefined ? object : `${object}.${name}`;
    }
    case "ChainExpression":
      return chainOf(node.expression as Tree, bindings, depth + 1);
    default:
      return "";
  }
}

/** The text that an expression is, whatever runs. */
export function literalText(node: Tree): string | undefined {
  if (node.type === "Literal") {
    return typeof node.value === "string" ? node.value : undefined;
  }
  if (node.type !== "TemplateLiteral") return undefined;
  const [only, ...others] = node.quasis as unknown as {
    value: { cooked: string };
  }[];
  return others.length === 0 ? only.value.cooked : undefined;
}

/** How a node is met. */
export interface NodeVisit {
  readonly node: Tree;
  readonly parent: NodeVisit | undefined;
  /** Whether the script goes on where it fails. */
  readonly guarded: boolean;
  /** Whether it may be passed over. */
  readonly conditional: boolean;
}

/** Every node of a script, the outer before the inner ones, in the order of the text. */
export function* walk(tree: Tree): Generator<NodeVisit> {
  // A list in place of recursion: scripts nest deeper than the stack.
  const waiting: NodeVisit[] = [{
    node: tree,
    parent: undefined,
    guarded: false,
    conditional: false,
  }];
  for (let visit; (visit = waiting.pop()) !== undefined;) {
    yield visit;
    const { node } = visit;
    const inner: NodeVisit[] = [];
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type !== "string") continue;
        inner.push({
          node: child,
          parent: visit,
          guarded: visit.guarded ||
            node.type === "TryStatement" && key === "block",
          conditional: visit.conditional || isConditional(node, key),
        });
      }
    }
    while (inner.length > 0) waiting.push(inner.pop()!);
  }
}

/** Whether what stands under a key only runs where a condition holds. */
function isConditional({ type }: Tree, key: string): boolean {
  switch (type) {
    case "IfStatement":
    case "ConditionalExpression":
      return key !== "test";
    case "LogicalExpression":
      return key === "right";
    default:
      return false;
  }
}

/** Whether a name stands for a value, and is not a key or a label. */
export function isReference({ node, parent }: NodeVisit): boolean {
  if (node.type !== "Identifier" || parent === undefined) return false;
  const outer = parent.node;
  switch (outer.type) {
    case "MemberExpression":
      return outer.object === node || outer.computed === true;
    case "VariableDeclarator":
      return outer.init === node;
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return outer.value === node || outer.computed === true;
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "MetaProperty":
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
    case "ExportSpecifier":
      return false;
    default:
      return true;
  }
}
