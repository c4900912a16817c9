import {
  FOREIGN_KEYS,
  type ForeignKey,
  POSTMAN_MODES,
} from "../../../core/script/foreign_keys.ts";
import type { Tree } from "../explain/find_expression.ts";
import type { ScriptProblem } from "../types.ts";
import {
  type Bindings,
  chainOf,
  literalText,
  type NodeVisit,
} from "./bindings.ts";

const SEND = /^(?:client|bru)\.sendRequest$/;

/** Warnings of requests that a script describes with keys of Postman's, only of those that are certain. */
export function foreignConfigs(
  visits: readonly NodeVisit[],
  bindings: Bindings,
): ScriptProblem[] {
  return visits.flatMap(({ node }) => {
    if (
      node.type !== "CallExpression" ||
      !SEND.test(chainOf(node.callee as Tree, bindings))
    ) return [];
    const [first] = node.arguments as (Tree | undefined)[];
    const keys = keysOf(first, bindings);
    if (keys === undefined) return [];
    const isGiven = (name: string) =>
      keys.has(name) || bindings.members.has(name);
    const problem = (key: ForeignKey): ScriptProblem[] => {
      const { start, end } = keys.get(key)!.key as Tree;
      return [{
        code: "UNKNOWN_MEMBER",
        severity: "warning",
        message: FOREIGN_KEYS[key],
        offset: start,
        length: end - start,
      }];
    };
    const body = keysOf(keys.get("body")?.value as Tree | undefined, bindings);
    const written = body?.get("mode")?.value as Tree | undefined;
    const mode = written && literalText(written);
    return [
      ...keys.has("header") && !isGiven("headers") ? problem("header") : [],
      ...mode !== undefined && POSTMAN_MODES.includes(mode) &&
          body?.has(mode) &&
          !isGiven("data")
        ? problem("body")
        : [],
    ];
  });
}

/** The members of an object that a script writes out, by their names; undefined where only the run knows all of them. */
function keysOf(
  given: Tree | undefined,
  { aliases }: Bindings,
): ReadonlyMap<string, Tree> | undefined {
  const node = given?.type === "Identifier"
    ? aliases.get(given.name as string)
    : given;
  if (node?.type !== "ObjectExpression") return undefined;
  const found = new Map<string, Tree>();
  for (const one of node.properties as Tree[]) {
    if (one.type !== "Property" || one.computed) return undefined;
    const { name, value } = one.key as Tree;
    found.set(`${name ?? value}`, one);
  }
  return found;
}
