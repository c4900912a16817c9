import { once } from "../../../core/source/once.ts";
import type { ScriptProblem } from "../types.ts";
import { expressionText, type Tree } from "../explain/find_expression.ts";
import {
  type Bindings,
  chainOf,
  literalText,
  type NodeVisit,
} from "./bindings.ts";
import { addNames, boundBy } from "./bound_names.ts";

/** A read of a promise, where its value is meant. */
interface UnawaitedRead {
  /** What reads it: `r.data`, or `data` in a pattern. */
  readonly node: Tree;
  /** The same as messages name it. */
  readonly text: string;
  /** The call that gives the promise. */
  readonly call: Tree;
  /** What is wrong, and the way out. */
  readonly why: string;
  /** The name that has what it gives, if that is all the name stands for. */
  readonly name: string | undefined;
}

const GIVING =
  /^(?:(?:client|bru)\.(?:sendRequest|runRequest|sleep|getTestResults|getAssertionResults)|pm\.(?:sendRequest|execution\.runRequest|vault\.get)|fetch)$/;
const AXIOS = /^(?:request|get|delete|head|options|post|put|patch)$/;
/** Methods of what `fetch` gives that give a promise themselves. */
const OF_FETCHED = /^(?:json|text|arrayBuffer|blob|bytes|formData)$/;
const OF_PROMISES = /^(?:then|catch|finally|constructor)$/;
/** Names that stand for others are followed so far. */
const MAX_DEPTH = 20;

/** The promises of a script, only those that are certain. */
export class ScriptPromises {
  readonly #bindings: Bindings;
  readonly #code: string;
  readonly #functions: ReadonlySet<string>;
  readonly #visitOf: () => ReadonlyMap<Tree, NodeVisit>;
  /** Where the script reads a member of a promise itself, in the order of the text. */
  readonly reads: readonly UnawaitedRead[];

  constructor(visits: readonly NodeVisit[], bindings: Bindings, code: string) {
    this.#bindings = bindings;
    this.#code = code;
    this.#functions = asyncFunctions(visits);
    this.#visitOf = once(() =>
      new Map(visits.map((visit) => [visit.node, visit]))
    );
    this.reads = visits.flatMap((visit) => this.#readsAt(visit));
  }

  /** Why an expression gives a promise, or a member that only its value has; undefined for what does neither. */
  why(node: Tree): string | undefined {
    const read = this.reads.find((it) =>
      it.node === node ||
      node.type === "Identifier" && it.name === node.name
    );
    if (read !== undefined) return read.why;
    const call = this.#callOf(node);
    return call && this.#because(node, call, `write await ${this.#text(call)}`);
  }

  #readsAt({ node, parent }: NodeVisit): UnawaitedRead[] {
    if (node.type === "MemberExpression") {
      const object = node.object as Tree;
      const call = this.#callOf(object);
      const key = node.computed
        ? literalText(node.property as Tree)
        : (node.property as Tree).name as string;
      if (call === undefined || !this.#isInVain(key)) return [];
      const { start, end } = node.property as Tree;
      const property = this.#code.slice(start, end);
      const tail = node.computed ? `[${property}]` : `.${property}`;
      const by = parent?.node;
      const isNamed = by?.type === "VariableDeclarator" && by.init === node;
      return [{
        node,
        text: this.#text(node),
        call,
        why: this.#because(
          object,
          call,
          `write (await ${this.#text(call)})${tail}`,
        ),
        name: isNamed ? this.#nameOf(by.id as Tree) : undefined,
      }];
    }
    const [pattern, from] = node.type === "VariableDeclarator"
      ? [node.id as Tree, node.init as Tree | null]
      : node.type === "AssignmentExpression"
      ? [node.left as Tree, node.right as Tree]
      : [];
    const call = from && this.#callOf(from);
    if (!call || pattern?.type !== "ObjectPattern") return [];
    return (pattern.properties as Tree[]).flatMap((node) => {
      const { type, computed, key, value } = node;
      if (type !== "Property" || computed) return [];
      const { name = literalText(key as Tree) } = key as Tree;
      if (!this.#isInVain(name as string | undefined)) return [];
      const way = `write "await" before ${this.#text(call)}`;
      return [{
        node,
        text: `${this.#text(from)}.${name}`,
        call,
        why: this.#because(from, call, way),
        name: this.#nameOf(value as Tree),
      }];
    });
  }

  /** Whether no promise has such a member. */
  #isInVain(name: string | undefined): boolean {
    return name !== undefined && !OF_PROMISES.test(name) &&
      !this.#bindings.members.has(name);
  }

  /** A name that is given a value once. */
  #nameOf({ type, name }: Tree): string | undefined {
    return type === "Identifier" && !this.#bindings.unclear.has(name as string)
      ? name as string
      : undefined;
  }

  /** @param way What to write where the call itself is used. */
  #because(node: Tree, call: Tree, way: string): string {
    const called = this.#text(call);
    const place = isInPlainFunction(this.#visitOf().get(call))
      ? ", in an async function"
      : "";
    return node === call
      ? `${called} gives a promise (${way}${place})`
      : `${node.name} is a promise (write "await" before ${called}${place})`;
  }

  #text(node: Tree): string {
    return expressionText(node, this.#code);
  }

  /** The call that gives the promise which an expression is. */
  #callOf(node: Tree): Tree | undefined {
    const call = this.#valueOf(node);
    return call?.type === "CallExpression" &&
        (this.#isOfFetched(call) ||
          givesPromise(call, this.#bindings, this.#functions))
      ? call
      : undefined;
  }

  /** `r.json()`, where `r` is what `fetch` gave. */
  #isOfFetched({ callee }: Tree): boolean {
    const { type, object, property, computed } = callee as Tree;
    if (type !== "MemberExpression" || computed) return false;
    const { name } = property as Tree;
    const response = this.#valueOf(object as Tree);
    if (
      !OF_FETCHED.test(`${name}`) || this.#bindings.members.has(`${name}`) ||
      response?.type !== "AwaitExpression"
    ) return false;
    const sent = this.#callOf(response.argument as Tree);
    return sent !== undefined &&
      chainOf(sent.callee as Tree, this.#bindings) === "fetch";
  }

  /** What a name stands for that has only one value. */
  #valueOf(node: Tree): Tree | undefined {
    let value: Tree | undefined = node;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      if (value?.type !== "Identifier") return value;
      value = this.#bindings.aliases.get(value.name as string);
    }
  }
}

/** Warns of each promise that a script reads as if it were its value. */
export function unawaited(
  visits: readonly NodeVisit[],
  bindings: Bindings,
  code: string,
): ScriptProblem[] {
  const told = new Set<Tree>();
  return new ScriptPromises(visits, bindings, code).reads.flatMap((read) => {
    const { node, text, call, why } = read;
    if (told.has(call)) return [];
    told.add(call);
    const { start: offset, end } = node;
    return [{
      code: "SCRIPT_ERROR",
      severity: "warning",
      message: `Cannot read "${text}": ${why}`,
      offset,
      length: end - offset,
    }];
  });
}

function givesPromise(
  { callee, arguments: given }: Tree,
  bindings: Bindings,
  functions: ReadonlySet<string>,
): boolean {
  const called = callee as Tree;
  const name = called.name as string | undefined;
  if (name !== undefined && functions.has(name)) return true;
  const alias = name === undefined ? undefined : bindings.aliases.get(name);
  if (alias && /Function/.test(alias.type)) return isAsync(alias);
  if (isAxios(called, bindings)) return true;
  const chain = chainOf(called, bindings);
  const [root] = chain.split(".");
  if (!GIVING.test(chain) || bindings.own.has(root)) return false;
  const method = chain.slice(chain.lastIndexOf(".") + 1);
  // With a callback, the result is not what counts.
  const hasCallback = method === "sendRequest" && (given as Tree[]).length > 1;
  return !hasCallback && !bindings.members.has(method);
}

/** `axios(…)` or `axios.get(…)`, of the package. */
export function isAxios(callee: Tree, { aliases, members }: Bindings): boolean {
  const { type, object, property, computed } = callee;
  const isMember = type === "MemberExpression" && !computed;
  const method = isMember ? (property as Tree).name as string : "request";
  const { name } = (isMember ? object : callee) as Tree;
  const required = aliases.get(name as string);
  return AXIOS.test(method) && !members.has(method) &&
    required?.type === "CallExpression" &&
    (required.callee as Tree).name === "require" &&
    (required.arguments as Tree[])[0]?.value === "axios";
}

/** The names of functions that are declared as `async`, and stand for nothing else. */
function asyncFunctions(visits: readonly NodeVisit[]): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const { node } of visits) {
    const names = new Set<string>();
    for (const pattern of boundBy(node)) addNames(pattern, names);
    if (node.type === "VariableDeclarator") addNames(node.id as Tree, names);
    for (const name of names) {
      const isDeclared = node.type === "FunctionDeclaration" &&
        (node.id as Tree).name === name && isAsync(node);
      if (isDeclared && !seen.has(name)) found.add(name);
      else found.delete(name);
      seen.add(name);
    }
  }
  return found;
}

function isAsync({ async, generator }: Tree): boolean {
  return async === true && generator !== true;
}

/** Whether `await` needs more than to be written. */
function isInPlainFunction(call: NodeVisit | undefined): boolean {
  let visit = call;
  while (visit && !/Function/.test(visit.node.type)) visit = visit.parent;
  return visit !== undefined && visit.node.async !== true;
}
