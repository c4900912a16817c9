import type { Tree } from "../../../check/explain/find_expression.ts";
import type { ApiUse } from "./api_uses.ts";
import {
  argumentsOf,
  argumentText,
  asCall,
  assignmentTo,
  callBy,
  hasLaterDraft,
  inPlace,
  isWritten,
  lacking,
  rewrite,
  type Rewritten,
  type UseVerdict,
} from "./rewrite.ts";

/** A script for Bruno. */
export interface BrunoScript extends Rewritten {
  /** What Bruno has where its scripts run in developer mode. */
  readonly developer: readonly string[];
}

/** Members of Brace's API that Bruno 4 does not have. */
const NOT_IN_BRUNO: ReadonlySet<string> = new Set([
  ...["Folder", "Request"].flatMap((of) =>
    ["set", "has", "delete", "getAll", "deleteAll"].map((verb) =>
      `bru.${verb}${of}Var${verb.endsWith("All") ? "s" : ""}`
    )
  ),
  "bru.disableParsingResponseJson",
  ...members("bru.cookies", "forEach set"),
  ...members(
    "req",
    "messages authMode resolved getExecutionPlatform",
  ),
  ...members("req.headerList", "idx forEach set append delete"),
  ...members(
    "res",
    "size text getText jsonPath messages sent firstMessageTime closed trailers details",
  ),
  ...members("res.headerList", "idx forEach"),
  ...members(
    "console",
    "trace dir table group groupEnd assert time timeLog timeEnd count countReset",
  ),
  ...("Float16Array InternalError Iterator __dirname __filename exports module structuredClone")
    .split(" "),
]);

/** Those that it has in developer mode alone. */
const IN_DEVELOPER_MODE: ReadonlySet<string> = new Set([
  ...members("bru.cookies", "append populate repopulate assimilate"),
  "req.onFail",
  "res.getDataBuffer",
  ...("CustomEvent Event EventTarget Headers Response TextDecoder TextEncoder URL URLSearchParams clearImmediate " +
    "clearInterval clearTimeout fetch global performance process queueMicrotask setImmediate setInterval")
    .split(" "),
]);

/** Packages and modules that Bruno's safe mode has. */
const SAFE_MODULES =
  /^(?:ajv|ajv-formats|atob|axios|btoa|buffer|chai|crypto-js|jsonwebtoken|moment|nanoid|path|tv4|uuid)$/;
/** Those that it has in no mode. */
const NO_MODULES =
  /^(?:axios\/.*|cheerio|csv-parse\/lib\/sync|form-data|node-vault|postman-collection)$/;

/** Links behind `expect(value)` that Bruno's chai does not have. */
const NO_LINKS =
  /\)\s*(?:\.\s*\w+\s*)*?\.\s*(containSubset|iterable|numeric|callable)\b/g;

/** What an assignment to a property is in Bruno, which only reads them. */
const SETTERS: Readonly<Record<string, string>> = {
  url: "setUrl",
  method: "setMethod",
  timeout: "setTimeout",
  headers: "setHeaders",
  body: "setBody",
};

function members(owner: string, names: string): string[] {
  return names.split(" ").map((name) => `${owner}.${name}`);
}

/** What files have that scripts require: in safe mode only `module`. */
const OF_MODULES = /^(?:module|exports|__dirname|__filename)$/;

/** A script in the words that Bruno knows: `bru` is its only name of `client`. */
export function toBrunoScript(
  code: string,
  { isModule = false }: { readonly isModule?: boolean } = {},
): BrunoScript {
  const developer = new Set<string>();
  const found = rewrite(
    code,
    (use, text) => {
      if (!isModule || !OF_MODULES.test(use.root)) {
        return judge(use, { text, developer });
      }
      if (use.root !== "module") developer.add(use.root);
      return undefined;
    },
  );
  const links = found.isBroken || !/\bexpect\b/.test(code)
    ? []
    : [...code.matchAll(NO_LINKS)].map(([, link]) => `expect(…).${link}`);
  return {
    ...found,
    limits: hasLaterDraft(code)
      ? [
        'has a schema with "$schema" of a draft that Bruno does not know (use draft 7)',
      ]
      : [],
    lacking: [...new Set([...found.lacking, ...links])],
    developer: [...developer],
  };
}

function judge(
  use: ApiUse,
  { text, developer }: {
    readonly text: string;
    readonly developer: Set<string>;
  },
): UseVerdict | undefined {
  const { root, path } = use;
  const isAlias = use.aliased !== undefined;
  const isClient = root === "client";
  const name = isClient ? "bru" : root;
  if (root === "require") return ofRequire(use, developer);
  const global = /^(?:globalThis|global)$/.test(root) && path[0] === "client";
  const isAsked = use.parent.node.operator === "typeof";
  if (global || isClient && !isAlias && use.declares("bru")) {
    return lacking(use);
  }
  for (let depth = path.length; depth >= 0; depth--) {
    const known = [name, ...path.slice(0, depth)].join(".");
    if (isAsked) break;
    if (NOT_IN_BRUNO.has(known)) return named(use, depth);
    if (IN_DEVELOPER_MODE.has(known)) {
      developer.add([root, ...path.slice(0, depth)].join("."));
    }
  }
  const taken = use.taken.filter((one) =>
    NOT_IN_BRUNO.has([name, ...path, one].join("."))
  );
  if (taken.length > 0) return lacking({ ...use, taken });
  if (isOwnMember(use)) return lacking(use);
  const refused = refusedName(use);
  if (refused !== undefined) return { kind: "lacking", names: [refused] };
  if ((root === "req" || root === "res") && isWritten(use)) {
    return ofAssignment(use, text);
  }
  return isClient && !isAlias ? renamed(use) : undefined;
}

function named(use: ApiUse, depth: number): UseVerdict {
  return lacking({ ...use, path: use.path.slice(0, depth), isOpen: false });
}

/** Columns of a data row are no members of Bruno's object: it has `get(name)`. */
function isOwnMember({ path, root, isOpen }: ApiUse): boolean {
  const [first, second, third] = path;
  return (root === "client" || root === "bru") && first === "runner" &&
    second === "iterationData" &&
    (isOpen || third !== undefined && third !== "get" && third !== "has");
}

/** Bruno refuses names of variables such as `"my token"`. */
function refusedName(use: ApiUse): string | undefined {
  const { root, path } = use;
  const call = callBy(use);
  if (
    root !== "client" && root !== "bru" ||
    !/^(?:[gs]etVar|set(?:Env|Collection)Var)$/.test(path.join("."))
  ) return undefined;
  const name = argumentText(call && argumentsOf(call)[0]);
  return name === undefined || /^[\w.-]*$/.test(name)
    ? undefined
    : `${root}.${path[0]}(${JSON.stringify(name)})`;
}

function renamed(use: ApiUse): UseVerdict {
  const { node } = use.parent;
  const isShorthand = node.type === "Property" && node.shorthand === true;
  return inPlace(use, 0, isShorthand ? "client: bru" : "bru");
}

/** Bruno does not look at what a script assigns: `req.url = "…"` is `req.setUrl("…")` there. */
function ofAssignment(use: ApiUse, code: string): UseVerdict {
  const { path, root } = use;
  const assignment = use.aliased !== undefined ? undefined : assignmentTo(use);
  const [first, second] = path;
  if (assignment !== undefined && Object.hasOwn(SETTERS, first)) {
    const isOne = root === "req" && first === "headers" && path.length === 2;
    const open = isOne
      ? `req.setHeader(${JSON.stringify(second)}, `
      : path.length === 1 && (root === "req" || first === "body")
      ? `${root}.${SETTERS[first]}(`
      : undefined;
    const call = open && asCall(assignment, { open }, code);
    if (call) return call;
  }
  return { kind: "lacking", names: [`${root}.${path.join(".")} =`] };
}

function ofRequire(
  use: ApiUse,
  developer: Set<string>,
): UseVerdict | undefined {
  const call = callBy(use);
  const name = argumentText(call && (argumentsOf(call)[0] as Tree | undefined));
  if (name === undefined || /^\.{0,2}\//.test(name)) return undefined;
  const bare = name.replace(/^node:/, "");
  if (NO_MODULES.test(bare)) {
    return { kind: "lacking", names: [`require("${name}")`] };
  }
  if (!SAFE_MODULES.test(bare)) developer.add(`require("${name}")`);
  return undefined;
}
