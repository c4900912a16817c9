import type { Tree } from "../explain/find_expression.ts";
import type { SentUrl } from "../types.ts";
import {
  type Bindings,
  chainOf,
  literalText,
  type NodeVisit,
} from "./bindings.ts";
import { isCaught, isExpectedToFail } from "./certainty.ts";
import { isAxios } from "./unawaited.ts";

const SEND = /^(?:(?:client|bru|pm)\.sendRequest|fetch)$/;
/** What fails the request also where the script goes on, as in newman. */
const ALWAYS_FAILS = "pm.sendRequest";
/** A URL as far as its host, whatever follows. */
const ORIGIN = /^https?:\/\/[^\s/?#{}\\]+(?=[/?#])/i;
/** A longer text, or one that is made of itself, is not looked at. */
const MAX_PARTS = 100;

/** The literal URLs that a script sends to, as far as their hosts; not those whose failure fails nothing. */
export function sentUrls(
  visits: readonly NodeVisit[],
  bindings: Bindings,
): SentUrl[] {
  return visits.flatMap((visit) => {
    const { node, guarded } = visit;
    if (node.type !== "CallExpression") return [];
    const callee = node.callee as Tree;
    const chain = chainOf(callee, bindings);
    if (!SEND.test(chain) && !isAxios(callee, bindings)) return [];
    const goesOn = guarded || isCaught(visit) || isExpectedToFail(visit);
    if (goesOn && chain !== ALWAYS_FAILS) return [];
    const [first] = node.arguments as (Tree | undefined)[];
    const url = first && urlOf(resolved(first, bindings), bindings);
    const start = url && startOf(url, bindings);
    const [origin] = ORIGIN.exec(start?.text ?? "") ?? [];
    return start === undefined || origin === undefined
      ? []
      : [{ origin, offset: start.offset, length: origin.length }];
  });
}

/** What a name stands for that a script gives one value. */
function resolved(node: Tree, { aliases }: Bindings): Tree {
  return node.type === "Identifier"
    ? aliases.get(node.name as string) ?? node
    : node;
}

/** The URL in what a method that sends gets. */
function urlOf(wanted: Tree, { members }: Bindings): Tree | undefined {
  if (wanted.type !== "ObjectExpression") return wanted;
  const isUrl = ({ type, computed, key }: Tree) =>
    type === "Property" && !computed &&
    ((key as Tree).name ?? (key as Tree).value) === "url";
  const all = wanted.properties as Tree[];
  const at = all.findLastIndex(isUrl);
  const mayChange = members.has("url") ||
    all.slice(at + 1).some(({ type }) => type === "SpreadElement");
  return at === -1 || mayChange ? undefined : all[at].value as Tree;
}

/** How a text begins, and where that stands; a text that is whole ends with a slash. */
function startOf(
  node: Tree,
  bindings: Bindings,
): { readonly text: string; readonly offset: number } | undefined {
  const parts: Tree[] = [];
  let first = resolved(node, bindings);
  while (first.type === "BinaryExpression" && first.operator === "+") {
    if (parts.length === MAX_PARTS) return undefined;
    parts.push(first.right as Tree);
    first = resolved(first.left as Tree, bindings);
  }
  let text = "";
  for (const part of [first, ...parts.reverse()]) {
    const whole = literalText(part);
    if (whole === undefined) {
      return { text: text + beginningOf(part), offset: first.start + 1 };
    }
    text += whole;
  }
  return { text: `${text}/`, offset: first.start + 1 };
}

/** The text before the first expression of a template literal. */
function beginningOf({ type, quasis }: Tree): string {
  if (type !== "TemplateLiteral") return "";
  const [first] = quasis as unknown as { value: { cooked: string } }[];
  return first.value.cooked;
}
