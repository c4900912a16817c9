import type { Tree } from "../../../check/explain/find_expression.ts";
import { type NodeVisit, walk } from "../../../check/script/bindings.ts";
import { type ApiUse, scriptTree } from "./api_uses.ts";
import {
  argumentsOf,
  argumentText,
  callBy,
  hasLaterDraft,
  inPlace,
  lacking,
  rewrite,
  type Rewritten,
  SAME,
  type UseVerdict,
} from "./rewrite.ts";
import {
  NOT_IN_POSTMAN,
  POSTMAN_MODULES,
  POSTMAN_WORDS,
} from "./postman_words.ts";

/** What scripts of Brace know, and Postman's know under other names or in part. */
const ROOTS = new Set("client req res test expect assert console".split(" "));

/** Links behind `expect(value)` that Postman's chai does not have, or has for responses alone. */
const NO_LINKS = /^(?:containSubset|iterable|numeric|callable|json|jsonBody)$/;

/**
 * A script in Postman's words, where Postman has some. One in its own dialect
 * stays as it is.
 *
 * @param options.defined Names that files give a value in another scope.
 */
export function toPostmanScript(
  code: string,
  { isPostman = false, defined = new Set() }: {
    readonly isPostman?: boolean;
    readonly defined?: ReadonlySet<string>;
  } = {},
): Rewritten {
  const found = isPostman
    ? rewrite(code, (use) => onlyNamed(use, isOfBrace(use), code))
    : rewrite(code, (use) => ofRuntime(use, defined) ?? judge(use, code));
  if (found.isBroken) return found;
  const limits = isPostman ? [] : limitsOf(code);
  if (scriptTree(found.code)) return { ...found, limits };
  // Rather the calls of Brace, which are named, than a script that is none.
  return { ...rewrite(code, (use) => onlyNamed(use, true, code)), limits };
}

/** A runtime variable whose name has a value in another scope, too: `pm.variables.get` would give that one. */
function ofRuntime(
  use: ApiUse,
  defined: ReadonlySet<string>,
): UseVerdict | undefined {
  const { root, path } = use;
  const call = callBy(use);
  if (
    root !== "client" && root !== "bru" || path.join() !== "getVar" || !call
  ) return undefined;
  const [name, ...more] = argumentsOf(call);
  return more.length === 0 && defined.has(argumentText(name) ?? "")
    ? inPlace(use, 1, "pm.variables.values.get")
    : undefined;
}

function onlyNamed(
  use: ApiUse,
  isJudged: boolean,
  code: string,
): UseVerdict | undefined {
  const verdict = isJudged ? judge(use, code) : undefined;
  return verdict?.kind === "edits" ? lacking(use) : verdict;
}

/** Postman has a console, too, and scripts that were Postman's use what it knows. */
function isOfBrace({ root }: ApiUse): boolean {
  return root === "bru" || root !== "console" && ROOTS.has(root);
}

function judge(use: ApiUse, code: string): UseVerdict | undefined {
  const root = use.root === "bru" ? "client" : use.root;
  if (use.root === "require") return ofRequire(use);
  if (NOT_IN_POSTMAN.has(root)) {
    return isAskedFor(use) ? SAME : lacking(use, 0);
  }
  if (!ROOTS.has(root)) return undefined;
  const link = root === "expect" ? foreignLink(use) : undefined;
  if (link !== undefined) {
    return { kind: "lacking", names: [`expect(…).${link}`] };
  }
  if (use.aliased !== undefined) return ofAlias(use, root, use.aliased);
  if (use.declares("pm") || use.taken.length > 0) return lacking(use);
  for (let depth = use.path.length; depth >= 0; depth--) {
    const word = POSTMAN_WORDS.get(
      [root, ...use.path.slice(0, depth)].join("."),
    );
    const verdict = word?.(use, depth, code);
    if (verdict !== undefined) {
      return root === "expect" ? withSchemas(use, verdict) : verdict;
    }
    // A longer name has no word: a shorter one may have another meaning.
    if (word !== undefined) return lacking(use);
  }
  return lacking(use);
}

/**
 * A member of what a constant stands for. The constant itself is judged where
 * it is declared: as a value of Postman's, it has the value's members.
 */
function ofAlias(use: ApiUse, root: string, aliased: number): UseVerdict {
  if (use.path.length === aliased && use.taken.length === 0) return SAME;
  const base = [root, ...use.path.slice(0, aliased)].join(".");
  const whole = [root, ...use.path.slice(0, aliased + 1)].join(".");
  return POSTMAN_WORDS.has(base) && !POSTMAN_WORDS.has(whole)
    ? SAME
    : lacking(use);
}

/** `typeof fetch` asks whether it is there. */
function isAskedFor({ parent }: ApiUse): boolean {
  return parent.node.type === "UnaryExpression" &&
    parent.node.operator === "typeof";
}

function ofRequire(use: ApiUse): UseVerdict {
  const call = callBy(use);
  const name = argumentText(call && argumentsOf(call)[0]);
  if (name === undefined) return lacking(use);
  return POSTMAN_MODULES.has(name.replace(/^node:/, ""))
    ? SAME
    : { kind: "lacking", names: [`require("${name}")`] };
}

/** The calls and links behind `expect(value)`. */
function* linksBehind({ parent }: ApiUse): Generator<NodeVisit> {
  let inner = parent.node;
  for (let at = parent.parent; at; at = at.parent) {
    const { node } = at;
    const goesOn = node.type === "MemberExpression" && node.object === inner ||
      node.type === "CallExpression" && node.callee === inner ||
      node.type === "ChainExpression";
    if (!goesOn) return;
    yield at;
    inner = node;
  }
}

function foreignLink(use: ApiUse): string | undefined {
  for (const { node } of linksBehind(use)) {
    const name = (node.property as Tree | undefined)?.name;
    if (typeof name === "string" && NO_LINKS.test(name)) return name;
  }
  return undefined;
}

/** Postman's Ajv fails at a format that it does not know, such as `int64` of OpenAPI; Brace's takes it for no rule. */
function withSchemas(use: ApiUse, verdict: UseVerdict): UseVerdict {
  if (verdict.kind !== "edits") return verdict;
  const edits = [...verdict.edits];
  for (const { node } of linksBehind(use)) {
    const callee = node.callee as Tree | undefined;
    const name = (callee?.property as Tree | undefined)?.name;
    if (name !== "jsonSchema") continue;
    const [schema, options, ...more] = argumentsOf(node);
    if (schema === undefined || more.length > 0) continue;
    if (options === undefined) {
      edits.push({
        start: schema.end,
        end: schema.end,
        text: ', { unknownFormats: "ignore" }',
      });
      continue;
    }
    if (options.type !== "ObjectExpression") {
      return { kind: "lacking", names: ["expect(…).jsonSchema with options"] };
    }
    edits.push({
      start: options.start + 1,
      end: options.start + 1,
      text: ' unknownFormats: "ignore",',
    });
  }
  return { kind: "edits", edits };
}

/** What newman 6 does not run as Brace does. */
function limitsOf(code: string): string[] {
  const found = new Set<string>();
  for (const visit of walk(scriptTree(code)!)) {
    const { node } = visit;
    const isWait = node.type === "AwaitExpression" ||
      node.type === "ForOfStatement" && node.await === true;
    if (isWait && !isInFunction(visit)) {
      found.add(
        'has "await" outside a function, which newman 6 cannot run (put it into an async function)',
      );
    }
    if (node.type === "CallExpression") {
      const [, run] = argumentsOf(node);
      if ((node.callee as Tree).name === "test" && run?.async === true) {
        found.add(
          "has an async test, which passes in newman 6 before it ends (write it without await)",
        );
      }
    }
  }
  if (hasLaterDraft(code)) {
    found.add(
      'has a schema with "$schema" of a draft that Postman does not know (use draft 7)',
    );
  }
  if (UNICODE.test(code)) {
    found.add(
      'has a schema with "\\p{…}" in a pattern, which Postman reads as letters (list the characters)',
    );
  }
  return [...found];
}

/** A class of Unicode in the pattern of a schema, as a text of JSON has it. */
const UNICODE = /["']?pattern["']?\s*:\s*["'`][^"'`\n]*\\\\[pP]\{/;

function isInFunction(visit: NodeVisit): boolean {
  for (let at = visit.parent; at; at = at.parent) {
    if (/Function/.test(at.node.type)) return true;
  }
  return false;
}
