import type { Tree } from "../explain/find_expression.ts";
import type { EntryRead, ScriptName, ScriptRead } from "../types.ts";
import { readingCallOf } from "../../../core/script/reading_call.ts";
import { addNames, boundBy, isNoReference } from "./bound_names.ts";
import { type Bindings, chainOf, type NodeVisit } from "./bindings.ts";

/** What becomes of a value: it goes into something, which leaves its field out where it is none, the script asks whether there is one or expects it, or none of it is known. */
type Fate = "used" | "omitted" | "tested" | "expected" | "open";

/** What a value is on its way: as it was read, a number, surely a text, one that leaves its field out, or a text with more in it. */
type Made = "value" | "number" | "text" | "lacking" | "joined";

/** Functions that ask what a value is. */
const ASKING =
  /^(?:(?:is|has)(?:[A-Z_]|$)|(?:assert|expect|should|ok|check|valid|Boolean))|^(?:includes|startsWith|endsWith|indexOf|match|matchAll)$/;
/** Those of them that fail where there is none. */
const EXPECTING = /^(?:assert|expect|should)/;
/** Functions that make NaN where the value is none: a field that has it is there. */
const COUNTING = /^(?:Number|parseInt|parseFloat)$/;
/** Functions that make a text of any value. */
const WRITING = /^(?:String|encodeURI(?:Component)?|escape|btoa)$/;
/** Functions that show a text to people only. */
const SHOWING = /^console\b|Error$|(?:^|\.)(?:test|it|describe)$/;
/** Functions that put what they get into a request. */
const SENDING =
  /^req\.(?:set(?:Url|Method|Headers?|Body)|addHeaders?|upsertHeader|addQueryParams)$|^pm\.request\.(?:update|(?:url|headers|body)\.\w+|(?:add|upsert)Header|addQueryParams)$|(?:^|\.)sendRequest$|^fetch$/;
/** The parts of a request that a script writes. */
const PARTS = /^(?:req|pm\.request)\.(?:url|method|headers|body)\b/;
/** What makes JSON of an object. */
const OF_JSON = /^req\.(?:setBody|body)$/;

/** The call that reads a variable, and what becomes of its value. */
export function readOf(
  visit: NodeVisit,
  { chain, name }: { readonly chain: string; readonly name: string },
  fates: ValueFates,
): Omit<ScriptRead, keyof ScriptName> {
  if (isTested(visit)) return { tested: true };
  const call = readingCallOf(chain, name);
  if (call === undefined) {
    return /\.has\w*$/.test(chain) ? { tested: true } : {};
  }
  return { call, ...marksOf(fates.of(visit)) };
}

/**
 * What becomes of a variable of the process that a script reads: an empty one is a text.
 *
 * @param taken What a pattern gives it to.
 */
export function entryFate(
  visit: NodeVisit,
  fates: ValueFates,
  taken?: Tree,
): Pick<EntryRead, "used" | "tested"> {
  return isTested(visit)
    ? { tested: true }
    : marksOf(fates.of(visit, "text", taken));
}

function marksOf(
  fate: Fate,
): Pick<ScriptRead, "used" | "omitted" | "tested" | "expected"> {
  return {
    ...(fate === "used" || fate === "omitted") && { used: true as const },
    ...fate === "omitted" && { omitted: true as const },
    ...isChecked(fate) && { tested: true as const },
    ...fate === "expected" && { expected: true as const },
  };
}

function isChecked(fate: Fate): boolean {
  return fate === "tested" || fate === "expected";
}

function askedBy(name: string): Fate | undefined {
  if (!ASKING.test(name)) return undefined;
  return EXPECTING.test(name) ? "expected" : "tested";
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

/** How far a value came. */
interface Way {
  readonly made: Made;
  readonly keys: readonly string[];
}

/** What becomes of the values in a script: in the expressions around them, and behind the names that they are given. */
export class ValueFates {
  readonly #visits: readonly NodeVisit[];
  readonly #bindings: Bindings;
  readonly #ofNames = new Map<string, Fate>();
  readonly #followed = new Set<string>();
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

  /** What becomes of the value of an expression, or of what is taken of it, and of what is made of it. */
  of(visit: NodeVisit, made: Made = "value", taken?: Tree): Fate {
    // Whatever fails there, the script goes on.
    return visit.guarded
      ? "open"
      : taken === undefined
      ? this.#of(visit, made)
      : this.#named(taken, { made, keys: [] });
  }

  #of(visit: NodeVisit, given: Made, outside: readonly string[] = []): Fate {
    let made = given;
    /** The keys that it stands behind in objects, the inner ones first. */
    const keys = [...outside];
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
          made = counted(made);
          break;
        case "BinaryExpression":
          if (!/^(?:[-+/%]|\*\*?)$/.test(`${outer.operator}`)) return "tested";
          made = outer.operator === "+" ? "joined" : counted(made);
          break;
        case "TemplateLiteral":
          if (parent.parent?.node.quasi === outer) return "open";
          made = "joined";
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
          if (outer.object !== node || keys.length > 0) return "open";
          if (outer.optional || memberName(outer) === "should") return "tested";
          if (isBare(made)) return visit.guarded ? "open" : "used";
          break;
        case "CallExpression":
        case "NewExpression": {
          if (outer.callee === node) {
            if (isBare(made)) return "open";
            break;
          }
          const chain = chainOf(outer.callee as Tree, this.#bindings);
          const isJson = chain === "JSON.stringify";
          if (keys.length === 0) {
            if (COUNTING.test(chain)) made = counted(made);
            // Of no value, it makes none.
            if (isJson || COUNTING.test(chain)) break;
          }
          const isText = keys.length === 0 ? WRITING.test(chain) : isJson;
          if (!isText) return this.#givenTo(outer, { chain, made, keys });
          if (isBare(made)) {
            made = made === "value" && isLeftOut(keys) ? "lacking" : "text";
          }
          keys.length = 0;
          break;
        }
        case "AssignmentExpression":
          return this.#assigned(outer, { made, keys });
        case "VariableDeclarator":
          return this.#named(outer.id as Tree, { made, keys });
        case "Property": {
          const object = parent.parent;
          if (
            object?.node.type !== "ObjectExpression" || outer.value !== node
          ) return "open";
          const { name, value } = outer.key as Tree;
          const key = `${name ?? value}`;
          if (this.#members.has(key)) return "tested";
          keys.push(key);
          at = object;
          continue;
        }
        case "ArrayExpression":
          keys.push(IN_LIST);
          break;
        case "ExpressionStatement":
        case "ArrayPattern":
        case "AssignmentPattern":
          return "open";
        default:
          return made === "joined" ? "used" : "open";
      }
      at = parent;
    }
    return "open";
  }

  /** An argument. */
  #givenTo(
    call: Tree,
    { chain, made, keys }: Way & { readonly chain: string },
  ): Fate {
    for (let inner = call.callee as Tree | undefined; inner;) {
      if (inner.type === "CallExpression") {
        const asked = askedBy(calleeName(inner));
        if (asked !== undefined) return asked;
        inner = inner.callee as Tree;
      } else inner = inner.object as Tree | undefined;
    }
    if (SHOWING.test(chain)) return "open";
    const asked = askedBy(calleeName(call));
    if (asked !== undefined) return asked;
    if (made === "joined") return "used";
    return SENDING.test(chain) ? sentAs(chain, { made, keys }) : "open";
  }

  #assigned({ left, operator }: Tree, { made, keys }: Way): Fate {
    const target = left as Tree;
    const isJoined = operator === "+=";
    if (operator !== "=" && !isJoined) return "tested";
    if (target.type !== "MemberExpression") {
      return this.#named(target, { made: isJoined ? "joined" : made, keys });
    }
    if (this.#members.has(memberName(target))) return "tested";
    if (isJoined || made === "joined") return "used";
    const chain = chainOf(target, this.#bindings);
    return PARTS.test(chain) ? sentAs(chain, { made, keys }) : "open";
  }

  /** What a declaration or an assignment gives to names. */
  #named(target: Tree, { made, keys }: Way): Fate {
    const [key] = keys;
    if (target.type === "AssignmentPattern") return "tested";
    if (target.type === "Identifier") {
      return key === undefined || made === "joined"
        ? this.#ofName(`${target.name}`, made)
        : this.#ofObject(`${target.name}`, { made, keys });
    }
    if (key === undefined) return isBare(made) ? "used" : "open";
    if (target.type !== "ObjectPattern" || keys.length > 1) return "open";
    const taken = (target.properties as Tree[]).find((it) =>
      ((it.key ?? {}) as Tree).name === key
    )?.value as Tree | undefined;
    return taken === undefined
      ? "open"
      : this.#named(taken, { made, keys: [] });
  }

  /** What becomes of a name: whoever asks for it anywhere asks for each of its values. */
  #ofName(name: string, made: Made): Fate {
    const key = `${made} ${name}`;
    const known = this.#ofNames.get(key);
    if (known !== undefined) return known;
    this.#ofNames.set(key, "open");
    const { references, given } = this.#facts;
    let fate: Fate = "open";
    for (const reference of references.get(name) ?? []) {
      const one = this.#of(reference, made);
      if (isChecked(one) || fate === "open") fate = one;
      if (fate === "tested") break;
    }
    // It may have another value by then.
    if (!isChecked(fate) && given.get(name) !== 1) fate = "open";
    this.#ofNames.set(key, fate);
    return fate;
  }

  /** What becomes of what an object holds: wherever else it is named, it may get the value. */
  #ofObject(name: string, { made, keys }: Way): Fate {
    const { references, given } = this.#facts;
    const [reference, other] = references.get(name) ?? [];
    const isOnly = reference && other === undefined && given.get(name) === 1;
    // An object may hold itself.
    if (!isOnly || this.#followed.has(name)) return "open";
    this.#followed.add(name);
    const fate = this.#of(reference, made, keys);
    this.#followed.delete(name);
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
    const give = (pattern: unknown, count: number) => {
      const names = new Set<string>();
      addNames(pattern as Tree, names);
      for (const name of names) given.set(name, (given.get(name) ?? 0) + count);
    };
    for (const visit of this.#visits) {
      const { node, parent } = visit;
      const outer = parent?.node;
      switch (node.type) {
        case "Identifier": {
          if (outer && isNoReference(node, outer)) break;
          const all = references.get(node.name as string);
          if (all === undefined) references.set(node.name as string, [visit]);
          // `{ a }` is visited as a key and as a value.
          else if (all.at(-1)?.node !== node) all.push(visit);
          break;
        }
        case "MemberExpression":
          if (node.optional || isAsked(visit)) members.add(memberName(node));
          break;
        case "VariableDeclarator":
          give(node.id, node.init ? 1 : 0);
          break;
      }
      // What an assignment adds to is still there; what else gives a name gives it more than once.
      const count = node.type !== "AssignmentExpression"
        ? 2
        : node.operator === "+="
        ? 0
        : 1;
      for (const pattern of boundBy(node)) give(pattern, count);
    }
    return this.#known = { references, given, members };
  }
}

/** Whether it is no text yet. */
function isBare(made: Made): boolean {
  return made === "value" || made === "number";
}

/** What a calculation makes. */
function counted(made: Made): Made {
  return made === "value" ? "number" : made;
}

/** Stands for the key of what a list holds. */
const IN_LIST = "";

/** Whether JSON has no field for what stands behind keys where it is none: a list has `null`. */
function isLeftOut([key]: Way["keys"]): boolean {
  return key !== undefined && key !== IN_LIST;
}

/** What becomes of what a request is given. */
function sentAs(chain: string, { made, keys }: Way): Fate {
  return made === "lacking" && /body|sendRequest|fetch/i.test(chain) ||
      made === "value" && OF_JSON.test(chain) && isLeftOut(keys)
    ? "omitted"
    : "used";
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
