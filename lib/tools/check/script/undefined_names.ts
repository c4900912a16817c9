import { REFUSED_NAMES } from "../../../core/collection/required/module_names.ts";
import { type Api, globalNames } from "../explain/api_members.ts";
import { expressionText, type Tree } from "../explain/find_expression.ts";
import { localNames } from "../explain/local_names.ts";
import {
  isTrustedName,
  meantIn,
  undefinedHint,
} from "../explain/undefined_name.ts";
import type { ScriptName, ScriptProblem } from "../types.ts";
import { type Bindings, isReference, type NodeVisit } from "./bindings.ts";
import { addNames, boundBy } from "./bound_names.ts";
import { isLater } from "./certainty.ts";

/** The names that each script knows beside the script API; a test compares them with the sandbox's. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  ("AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean Buffer CryptoKey DataView Date Error " +
    "EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Headers Infinity Int16Array " +
    "Int32Array Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise Proxy RangeError " +
    "ReferenceError Reflect RegExp Response Set SharedArrayBuffer String Symbol SyntaxError TextDecoder " +
    "TextEncoder TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray " +
    "WeakMap WeakRef WeakSet arguments atob btoa clearImmediate clearInterval clearTimeout crypto decodeURI " +
    "decodeURIComponent encodeURI encodeURIComponent escape eval fetch global globalThis isFinite isNaN " +
    "parseFloat parseInt performance process queueMicrotask setImmediate setInterval setTimeout structuredClone " +
    "undefined unescape").split(" "),
);

/** What a file that a script requires knows beside these. */
const MODULE_NAMES = ["__dirname", "__filename", "exports", "module"];

/** What a script knows without defining it. */
interface Known {
  readonly api: Api;
  readonly bindings: Pick<Bindings, "members">;
  /** Names of which something else tells already. */
  readonly told: Iterable<string>;
  /** Whether it is a file that scripts require. */
  readonly isFile: boolean;
}

/** The names that a script reads and nothing defines, each where it is read first. */
export function undefinedNames(
  visits: readonly NodeVisit[],
  { code, hasDialects, ...known }: Known & {
    readonly code: string;
    /** Whether its place can name a dialect. */
    readonly hasDialects: boolean;
  },
): ScriptProblem[] {
  const globals = globalNames(known.api);
  const tree = visits.find(({ node }) => node.type === "Program")?.node;
  return undefinedReads(visits, known).map((visit) => {
    const { node, conditional } = visit;
    const name = node.name as string;
    const chain = expressionText(chainAround(visit), code);
    const mayRun = conditional || isLater(visit) || isTrustedName(name);
    const hint = undefinedHint(name, chain, {
      globals: [...tree ? localNames(tree, node.start) : [], ...globals],
      hasDialects,
    });
    return {
      code: "UNKNOWN_MEMBER",
      severity: mayRun ? "warning" : "error",
      message: `Cannot read "${name}": it is not defined${hint}`,
      ...meantIn(hint),
      offset: node.start,
      length: node.end - node.start,
    };
  });
}

/** The names that an expression takes for runtime variables, each where it is read first. */
export function bareNames(
  visits: readonly NodeVisit[],
  known: Known,
): ScriptName[] {
  return undefinedReads(visits, known)
    .filter(({ node }) => !REFUSED_NAMES.includes(node.name as string))
    .map(({ node: { name, start, end } }) => ({
      name: name as string,
      offset: start,
      length: end - start,
    }));
}

function undefinedReads(
  visits: readonly NodeVisit[],
  { api, bindings, told, isFile }: Known,
): NodeVisit[] {
  const known = namesIn(visits);
  if (known === undefined) return [];
  const others = isFile ? MODULE_NAMES : [];
  for (
    const name of [...globalNames(api), ...bindings.members, ...told, ...others]
  ) known.add(name);
  return visits.filter((visit) => {
    if (visit.guarded || !isReference(visit)) return false;
    const name = visit.node.name as string;
    if (known.has(name) || KNOWN_NAMES.has(name)) return false;
    known.add(name);
    return true;
  });
}

/** The names that a script defines anywhere, or asks for by `typeof`; undefined where code that it makes may define more. */
function namesIn(visits: readonly NodeVisit[]): Set<string> | undefined {
  const names = new Set<string>();
  const add = (pattern: unknown) => {
    if (pattern) addNames(pattern as Tree, names);
  };
  for (const { node } of visits) {
    switch (node.type) {
      case "WithStatement":
        return undefined;
      case "CallExpression":
        if ((node.callee as Tree).name === "eval") return undefined;
        break;
      case "VariableDeclarator":
        add(node.id);
        break;
      case "UnaryExpression":
        if (node.operator === "typeof") add(node.argument);
        break;
    }
    for (const pattern of boundBy(node)) addNames(pattern, names);
  }
  return names;
}

/** The longest chain of members that begins with a name: `pm.response.code`. */
function chainAround(visit: NodeVisit): Tree {
  let { node, parent } = visit;
  while (
    parent?.node.type === "MemberExpression" && parent.node.object === node &&
    !parent.node.computed
  ) ({ node, parent } = parent);
  return node;
}
