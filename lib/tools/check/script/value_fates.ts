import type { Tree } from "../explain/find_expression.ts";
import type { ScriptRead } from "../types.ts";
import { readingCallOf } from "../../../core/script/reading_call.ts";
import { type Bindings, chainOf, type NodeVisit } from "./bindings.ts";

/** What becomes of a value: it goes into something, the script asks whether there is one, or neither is known. */
type Fate = "used" | "tested" | "open";

/** Functions that ask what a value is. */
const ASKING =
  /^(?:(?:is|has)(?:[A-Z_]|$)|(?:assert|expect|should|ok|check|valid|Boolean))/;
/** Functions whose result is none either, where the value is none. */
const KEEPING = /^(?:Number|parseInt|parseFloat)$/;

/** The call that reads a variable, and what becomes of its value. */
export function readOf(
  visit: NodeVisit,
  chain: string,
  fates: ValueFates,
): Pick<ScriptRead, "call" | "used" | "tested"> {
  if (isTested(visit)) return { tested: true };
  const call = readingCallOf(chain);
  if (call === undefined) {
    return /\.has\w*$/.test(chain) ? { tested: true } : {};
  }
  const fate = fates.of(visit);
  return {
    call,
    ...fate === "used" && { used: true as const },
    ...fate === "tested" && { tested: true as const },
  };
}

/** Whether a script asks only whether there is a value, or has another one instead. */
function isTested({ node, parent }: NodeVisit): boolean {
  switch (parent?.node.type) {
    case "LogicalExpression":
    case "UnaryExpression":
      return true;
    case "IfStatement":
    case "ConditionalExpression":
      return parent.node.test === node;
    default:
      return false;
  }
}

/** What becomes of the values in a script: in the expressions around them, and behind the names that they are given. */
export class ValueFates {
  readonly #visits: readonly NodeVisit[];
  readonly #bindings: Bindings;
  readonly #ofNames = new Map<string, Fate>();
  #known:
    | {
      /** Where each name stands. */
      readonly references: ReadonlyMap<string, readonly NodeVisit[]>;
      /** How often a name is given a value. */
      readonly given: ReadonlyMap<string, number>;
      /** Members that are asked for anywhere. */
      readonly members: ReadonlySet<string>;
    }
    | undefined;

  constructor(visits: readonly NodeVisit[], bindings: Bindings) {
    this.#visits = visits;
    this.#bindings = bindings;
  }

  /** What becomes of the value of an expression. */
  of(visit: NodeVisit): Fate {
    // Whatever fails there, the script goes on.
    if (visit.guarded) return "open";
    /** Whether it went into a text or a sum, which nothing shows to be wrong. */
    let isMade = false;
    for (let at = visit; at.parent !== undefined;) {
      const { node, parent } = at;
      const outer = parent.node;
      switch (outer.type) {
        case "ChainExpression":
        case "AwaitExpression":
          break;
        case "ConditionalExpression":
          if (outer.test === node) return "tested";
          break;
        case "UnaryExpression":
          if (!/^[-+~]$/.test(`${outer.operator}`)) return "tested";
          break;
        case "BinaryExpression":
          if (!/^(?:[-+/%]|\*\*?)$/.test(`${outer.operator}`)) return "tested";
          isMade ||= outer.operator === "+";
          break;
        case "TemplateLiteral":
          if (parent.parent?.node.quasi === outer) return "open";
          isMade = true;
          break;
        case "LogicalExpression":
        case "IfStatement":
        case "WhileStatement":
        case "DoWhileStatement":
        case "ForStatement":
        case "SwitchStatement":
        case "SwitchCase":
          return "tested";
        case "MemberExpression":
          if (outer.object !== node) return "open";
          return isMade
            ? "used"
            : outer.optional || memberName(outer) === "should"
            ? "tested"
            : "used";
        case "CallExpression":
        case "NewExpression": {
          if (outer.callee === node) return "open";
          const name = calleeName(outer);
          if (KEEPING.test(name)) break;
          return name === "String" ? "used" : this.#givenTo(outer, isMade);
        }
        case "AssignmentExpression":
          return this.#assigned(outer, isMade);
        case "VariableDeclarator": {
          const { type, name } = outer.id as Tree;
          return isMade || type !== "Identifier"
            ? "used"
            : this.#ofName(`${name}`);
        }
        case "Property": {
          const object = parent.parent;
          if (object?.node.type !== "ObjectExpression") return "open";
          const { name, value } = outer.key as Tree;
          if (this.#members.has(`${name ?? value}`)) return "tested";
          at = object;
          continue;
        }
        case "ExpressionStatement":
          return "open";
        default:
          return isMade ? "used" : "open";
      }
      at = parent;
    }
    return "open";
  }

  /** An argument. */
  #givenTo(call: Tree, isMade: boolean): Fate {
    const callee = call.callee as Tree;
    for (let inner: Tree | undefined = callee; inner;) {
      if (inner.type === "CallExpression") {
        if (ASKING.test(calleeName(inner))) return "tested";
        inner = inner.callee as Tree;
      } else inner = inner.object as Tree | undefined;
    }
    const chain = chainOf(callee, this.#bindings);
    if (/^console\b/.test(chain)) return "open";
    if (ASKING.test(calleeName(call))) return "tested";
    const [root] = chain.split(".");
    // A function of the script itself may ask.
    const isOwn = root === "" || this.#facts.given.has(root);
    return isMade || !isOwn ? "used" : "open";
  }

  #assigned({ left, operator }: Tree, isMade: boolean): Fate {
    const target = left as Tree;
    if (isMade || operator === "+=") return "used";
    if (operator !== "=") return "tested";
    if (target.type === "Identifier") return this.#ofName(`${target.name}`);
    return this.#members.has(memberName(target)) ? "tested" : "used";
  }

  /** What becomes of a name: whoever asks for it anywhere asks for each of its values. */
  #ofName(name: string): Fate {
    const known = this.#ofNames.get(name);
    if (known !== undefined) return known;
    this.#ofNames.set(name, "open");
    const { references, given } = this.#facts;
    let fate: Fate = "open";
    for (const reference of references.get(name) ?? []) {
      const one = this.of({ ...reference, guarded: false });
      if (one === "tested" || fate === "open") fate = one;
      if (fate === "tested") break;
    }
    // It may have another value by then.
    if (fate === "used" && given.get(name) !== 1) fate = "open";
    this.#ofNames.set(name, fate);
    return fate;
  }

  get #members(): ReadonlySet<string> {
    return this.#facts.members;
  }

  get #facts() {
    if (this.#known !== undefined) return this.#known;
    const references = new Map<string, NodeVisit[]>();
    const given = new Map<string, number>();
    const members = new Set<string>();
    const give = (target: unknown, count = 1) => {
      const { type, name } = (target ?? {}) as Tree;
      if (type !== "Identifier") return;
      given.set(`${name}`, (given.get(`${name}`) ?? 0) + count);
    };
    for (const visit of this.#visits) {
      const { node, parent } = visit;
      const outer = parent?.node;
      switch (node.type) {
        case "Identifier": {
          const isTarget = outer?.type === "VariableDeclarator" &&
              outer.id === node ||
            outer?.type === "AssignmentExpression" && outer.left === node ||
            outer?.type === "MemberExpression" && outer.property === node &&
              !outer.computed;
          if (isTarget) break;
          const all = references.get(node.name as string);
          if (all) all.push(visit);
          else references.set(node.name as string, [visit]);
          break;
        }
        case "MemberExpression":
          if (node.optional || isAsked(visit)) members.add(memberName(node));
          break;
        case "VariableDeclarator":
          give(node.id, node.init ? 1 : 0);
          break;
        case "AssignmentExpression":
          give(node.left);
          break;
        case "UpdateExpression":
          give(node.argument);
          break;
        case "FunctionDeclaration":
          give(node.id);
        // falls through
        case "ArrowFunctionExpression":
        case "FunctionExpression":
          for (const param of node.params as Tree[]) give(param, 2);
          break;
      }
    }
    return this.#known = { references, given, members };
  }
}

/** Whether a condition, a comparison or a check has it. */
function isAsked(visit: NodeVisit): boolean {
  if (isTested(visit)) return true;
  const outer = visit.parent?.node;
  return outer?.type === "BinaryExpression" &&
      !/^[-+*/%]/.test(`${outer.operator}`) ||
    outer?.type === "CallExpression" && outer.callee !== visit.node &&
      ASKING.test(calleeName(outer));
}

function memberName({ property, computed }: Tree): string {
  const { name, value } = (property ?? {}) as Tree;
  return `${computed ? value : name}`;
}

/** The last name of what is called: `expect` of `pm.expect(…)`. */
function calleeName({ callee }: Tree): string {
  const { type, name } = callee as Tree;
  return type === "MemberExpression" ? memberName(callee as Tree) : `${name}`;
}
