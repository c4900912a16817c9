import type { ScriptDialect } from "../../../core/collection/types.ts";
import { linkHint } from "../../../embedded/sandbox/chai.ts";
import { type Bindings, chainOf, type NodeVisit } from "../script/bindings.ts";
import type { ScriptProblem } from "../types.ts";
import { expressionText, type Tree } from "./find_expression.ts";
import { meantIn } from "./undefined_name.ts";

/** What `expect(value)` has in each script, in the order in which a run looks for what was meant. */
const LINKS =
  "assert to be been is and has have with that which at of same but does still also not deep nested own ordered any all an a include contain contains includes ok true numeric callable false null undefined NaN exist exists empty arguments Arguments equal equals eq eql eqls above gt greaterThan least gte greaterThanOrEqual below lt lessThan most lte lessThanOrEqual within instanceof instanceOf property ownProperty haveOwnProperty ownPropertyDescriptor haveOwnPropertyDescriptor length lengthOf match matches string keys key throw throws Throw respondTo respondsTo itself satisfy satisfies closeTo approximately members iterable oneOf change changes increase increases decrease decreases by extensible sealed frozen finite containSubset json jsonBody jsonSchema"
    .split(" ");

/** What it has besides in scripts of Postman. */
const OF_POSTMAN =
  "info success redirection clientError serverError error accepted withoutContent badRequest unauthorised unauthorized forbidden notFound notAcceptable rateLimited statusCodeClass postmanResponse status statusCode statusReason header withBody body responseTime responseSize"
    .split(" ");

/** What reads a chain, and is no part of it. */
const ASKED = /^(?:_obj|__methods|__flags|then|catch|toJSON|inspect|nodeType)$/;

/** What may give chai more links: each script has a chai of its own. */
const EXTENDS =
  /\bchai\b|\bAssertion\b|\b(?:require|import)\s*\(\s*(?!["'`][@\w])|\bimport\b(?!\s*\()/;

/** Links of `expect(value)` that chai does not have; none of a file, as who loads it may have added them. */
export function unknownLinks(
  visits: readonly NodeVisit[],
  { code, bindings, dialect, isFile }: {
    readonly code: string;
    readonly bindings: Bindings;
    readonly dialect: ScriptDialect | undefined;
    readonly isFile: boolean;
  },
): ScriptProblem[] {
  if (isFile || !code.includes("expect") || EXTENDS.test(code)) return [];
  const links = linksOf(dialect);
  return visits.flatMap((visit): ScriptProblem[] => {
    const { node, parent, guarded, conditional } = visit;
    if (node.type !== "MemberExpression" || guarded || node.optional) return [];
    const name = linkName(node);
    if (
      name === undefined || isKnown(name, links) || bindings.members.has(name)
    ) return [];
    const before = linksBefore(node.object as Tree, bindings);
    // The first unknown one is where the script ends.
    if (!before?.every((link) => isKnown(link, links))) return [];
    if (isMeant(parent, bindings)) return [];
    const hint = linkHint(name, links, before.includes("not"));
    const { start, end } = node.property as Tree;
    const verb = parent?.node.callee === node ? "call" : "read";
    return [{
      code: "UNKNOWN_MEMBER",
      severity: conditional ? "warning" : "error",
      message: `Cannot ${verb} "${
        expressionText(node, code)
      }": Chai has no such property${hint}`,
      ...meantIn(hint),
      offset: start,
      length: end - start,
    }];
  });
}

/** The names that a chain of a dialect has. */
export function linksOf(dialect: ScriptDialect | undefined): readonly string[] {
  return dialect === "postman" ? [...LINKS, ...OF_POSTMAN] : LINKS;
}

function isKnown(name: string, links: readonly string[]): boolean {
  return links.includes(name) || name in Object.prototype || ASKED.test(name);
}

function linkName({ computed, property }: Tree): string | undefined {
  const { type, name } = property as Tree;
  return computed || type !== "Identifier" ? undefined : name as string;
}

/** The links between `expect(value)` and what follows; undefined for any other value. */
function linksBefore(value: Tree, bindings: Bindings): string[] | undefined {
  const links: string[] = [];
  for (let node = value;;) {
    if (node.type === "CallExpression") {
      const callee = node.callee as Tree;
      if (isExpect(callee, bindings)) return links;
      node = callee;
    }
    if (node.type !== "MemberExpression" || node.optional) return undefined;
    const name = linkName(node);
    if (name === undefined) return undefined;
    links.push(name);
    node = node.object as Tree;
  }
}

/** Whether it stands in a test that does not run (`pm.test.skip`), or in code that is to fail (`expect(fn)`, `assert.throws(fn)`). */
function isMeant(around: NodeVisit | undefined, bindings: Bindings): boolean {
  for (let visit = around; visit !== undefined; visit = visit.parent) {
    const callee = visit.node.callee as Tree | undefined;
    if (callee === undefined) continue;
    const { name } = (callee.property ?? {}) as Tree;
    if (/^(?:skip|throws)$/.test(`${name}`)) return true;
    if (isExpect(callee, bindings)) return true;
  }
  return false;
}

function isExpect(callee: Tree, bindings: Bindings): boolean {
  const chain = chainOf(callee, bindings);
  if (chain !== "expect" && chain !== "pm.expect") return false;
  const [root] = chain.split(".");
  return !bindings.own.has(root) && !bindings.unclear.has(root) &&
    !bindings.aliases.has(root);
}
