import { isJsonPath } from "../../../core/assertion/select_fast.ts";
import { importRefusal } from "../../../core/collection/required/module_names.ts";
import { scopeOfCall } from "../../../core/collection/settings_of.ts";
import { apiOf } from "../explain/api_members.ts";
import { parseStrictly, type Tree } from "../explain/find_expression.ts";
import { unknownLinks } from "../explain/unknown_links.ts";
import { readByPattern } from "./read_by_pattern.ts";
import { syntaxProblem } from "./syntax_problem.ts";
import type {
  RequestPart,
  ScriptedPart,
  ScriptFacts,
  ScriptName,
  ScriptProblem,
  ScriptRead,
  ScriptReader,
  ScriptSetting,
} from "../types.ts";
import { type Bindings, bindingsIn, chainOf, literalText } from "./bindings.ts";
import { type NodeVisit, walk } from "./bindings.ts";
import { isInCaughtHandler, isLater, isWayOut } from "./certainty.ts";
import { refusalOf, writtenMembers, writtenValue } from "./written_value.ts";
import { deletionsIn, flowCallsIn } from "./flow_calls.ts";
import { entryReads } from "./entry_reads.ts";
import { foreignConfigs } from "./foreign_config.ts";
import { bodyUses } from "./body_uses.ts";
import { jsonPathProblem } from "./json_path_problem.ts";
import { capitalHeaders } from "../explain/header_case.ts";
import { interpolatedTexts } from "./interpolated_texts.ts";
import { bareNames, undefinedNames } from "./undefined_names.ts";
import { unawaited } from "./unawaited.ts";
import { unknownMember } from "./unknown_member.ts";
import { defaultOf } from "./script_default.ts";
import { readOf, ValueFates } from "./value_fates.ts";
import { requiredPath } from "./required_path.ts";
import { sentUrls } from "./sent_urls.ts";

const SET = /^set(?:[A-Z][A-Za-z]*)?Var$/;
const READ = /^(?:get|has|delete)(?:[A-Z][A-Za-z]*)?Var$/;
const READ_ALL = /^getAll[A-Za-z]*Vars$|^toObject$/;
/** What has the methods that set variables. */
const API = /^(?:client|bru|pm|postman)\b/;
/** The sets of variables that Postman has. */
const POSTMAN =
  /^pm\.(?:environment|globals|variables|collectionVariables|iterationData|vault)$/;
const POSTMAN_SET = /^set(?:Environment|Global)Variable$/;
const POSTMAN_READ = /^(?:get|clear)(?:Environment|Global)Variable$/;
/** Methods that change what they are called on. */
const WRITING =
  /^(?:set|add|append|assimilate|clear|delete|insert|populate|prepend|push|remove|splice|unset|update|upsert|authorizeUsing$)/;
/** Those whose first argument is or names one header. */
const WRITING_ONE =
  /^(?:set|(?:set|delete)Header|(?:add|insert|upsert|remove)(?:Header)?|append|prepend)$/;
const WRITES: ReadonlyMap<string, RequestPart> = new Map([
  ["url", "url"],
  ["setUrl", "url"],
  ["method", "method"],
  ["setMethod", "method"],
  ["body", "body"],
  ["setBody", "body"],
  ["messages", "body"],
  ["headers", "headers"],
  ["headerList", "headers"],
  ["setHeader", "headers"],
  ["setHeaders", "headers"],
  ["deleteHeader", "headers"],
  ["deleteHeaders", "headers"],
  ["addHeader", "headers"],
  ["upsertHeader", "headers"],
  ["removeHeader", "headers"],
  ["addQueryParams", "url"],
  ["removeQueryParams", "url"],
  ["auth", "auth"],
  ["authorizeUsing", "auth"],
]);
/** The members of what `pm.request.update` gets. */
const UPDATES: ReadonlyMap<string, RequestPart> = new Map([
  ["url", "url"],
  ["method", "method"],
  ["header", "headers"],
  ["body", "body"],
  ["auth", "auth"],
]);

/** Reads a script by its syntax: what it does with variables, and calls of what the script API does not have. */
export const readScript: ScriptReader = (script) => {
  const { code, dialect, phase, expression = false, isFile = false } = script;
  const hasDialects = !expression && script.isBru !== true;
  if (expression && isJsonPath(code)) {
    const problem = jsonPathProblem(code);
    return {
      ...readByPattern({ code: "" }),
      problems: problem ? [problem] : [],
    };
  }
  let tree: Tree;
  try {
    tree = parseStrictly(code, isFile && isModule(code) ? "module" : "script");
  } catch (error) {
    const facts = readByPattern({
      code,
      ...(dialect && { dialect }),
      ...(phase && { phase }),
    });
    // More deeply nested than the stack is.
    if (!(error instanceof SyntaxError)) return facts;
    return {
      ...facts,
      problems: [syntaxProblem(error, { code, expression })],
    };
  }
  const visits = [...walk(tree)];
  const bindings = bindingsIn(visits);
  const fates = new ValueFates(visits, bindings);
  const reading = new Reading(bindings, isFile, fates);
  const api = apiOf(dialect);
  const problems = visits.flatMap((visit) => {
    const refused = reading.visit(visit);
    return refused ??
      unknownMember(visit, {
        tree,
        api,
        bindings,
        code,
        expression,
        hasDialects,
      }) ??
      [];
  });
  const promises = expression ? [] : unawaited(visits, bindings, code);
  problems.push(...promises);
  if (!expression) {
    problems.push(
      ...foreignConfigs(visits, bindings),
      ...capitalHeaders(visits, { bindings, fates, code }),
      ...unknownLinks(visits, { code, bindings, dialect, isFile }),
    );
  }
  // The API of another program is told with the call.
  const told = new Set(
    problems.flatMap(({ message }) =>
      /"(\w+)" is not defined/.exec(message)?.[1] ?? []
    ),
  );
  const known = { api, bindings, told, isFile };
  if (!expression) {
    problems.push(...undefinedNames(visits, { ...known, code, hasDialects }));
  }
  const { sets, reads, requires, writes, readsAny, computed } = reading;
  return {
    sets,
    reads,
    requires,
    writes,
    readsAny,
    bareNames: expression ? bareNames(visits, known) : [],
    problems,
    unawaited: promises,
    deletes: deletionsIn(visits, bindings),
    flow: flowCallsIn(visits, bindings),
    texts: expression ? [] : interpolatedTexts(visits, bindings),
    bodyUses: expression ? [] : bodyUses(visits, bindings),
    entries: entryReads(visits, bindings, fates),
    sends: expression ? [] : sentUrls(visits, bindings),
    ...(computed && { computed }),
  };
};

/** Whether a file has `import` or `export`, and is none without them. */
function isModule(code: string): boolean {
  if (!/\b(?:import|export)\b/.test(code)) return false;
  try {
    parseStrictly(code);
    return false;
  } catch (error) {
    return error instanceof SyntaxError &&
      /'import' and 'export'|import\.meta/.test(error.message);
  }
}

/** What a script does, gathered call by call. */
class Reading {
  readonly sets: ScriptSetting[] = [];
  readonly reads: ScriptRead[] = [];
  readonly requires: ScriptName[] = [];
  readonly writes = new Set<ScriptedPart>();
  readsAny = false;
  computed: ScriptFacts["computed"];
  /** Whether the script may have ended by now. */
  mayEnd = false;

  constructor(
    readonly bindings: Bindings,
    readonly isFile: boolean,
    readonly fates: ValueFates,
  ) {}

  /** Notes what a node does; what is wrong with what it sets. */
  visit(visit: NodeVisit): ScriptProblem | undefined {
    const { node } = visit;
    const { source } = node as { source?: Tree | null };
    if (isWayOut(visit)) this.mayEnd = true;
    if (/^(?:Import|Export)\w*Declaration$/.test(node.type) && source) {
      const name = this.#name(source);
      if (name) this.requires.push(name);
    } else if (node.type === "AssignmentExpression") {
      this.#write(chainOf(node.left as Tree, this.bindings));
    } else if (node.type === "CallExpression") return this.#call(visit);
    else if (node.type === "ImportExpression") return this.#import(visit);
    else if (this.#handsOutSetter(visit)) this.#compute(node, "runtime");
    else if (node.type === "NewExpression") {
      if (chainOf(node.callee as Tree, this.bindings) === "Function") {
        this.#runAny(node);
      }
    }
    return undefined;
  }

  /** Code that only the run knows may do anything with variables. */
  #runAny(node: Tree): void {
    this.readsAny = true;
    this.#compute(node, "runtime");
  }

  /** A script cannot import; a file can. */
  #import({ node, guarded }: NodeVisit): ScriptProblem | undefined {
    const name = this.#name(node.source as Tree);
    if (this.isFile || guarded || !name) return undefined;
    const { offset, length } = name;
    return {
      code: "MISSING_MODULE",
      severity: "error",
      message: importRefusal(name.name),
      offset,
      length,
    };
  }

  #call(visit: NodeVisit): ScriptProblem | undefined {
    const { node, guarded } = visit;
    const callee = node.callee as Tree;
    const chain = chainOf(callee, this.bindings);
    const method = chain.slice(chain.lastIndexOf(".") + 1);
    const owner = chain.slice(0, Math.max(0, chain.length - method.length - 1));
    const isOfPostman = POSTMAN.test(owner);
    const [first, second] = node.arguments as Tree[];
    const isAny = chain === "eval" || chain === "Function" ||
      callee.type === "MemberExpression" && callee.computed &&
        literalText(callee.property as Tree) === undefined && API.test(chain);
    if (isAny) this.#runAny(node);
    else if (method === "require" && first) {
      const name = this.#name(first) ?? requiredPath(first, this.bindings);
      if (name) this.requires.push({ ...name, ...(guarded && { guarded }) });
      // The file is known to the run alone.
      else this.#runAny(node);
    } else if (
      SET.test(method) || POSTMAN_SET.test(method) ||
      isOfPostman && method === "set"
    ) {
      const name = first && this.#name(first);
      const scope = scopeOfCall(method, owner);
      const members = name && writtenMembers(second, this.bindings);
      const written = name && writtenValue(second, this.bindings);
      const byDefault = name && scope === "runtime" && !this.mayEnd &&
        defaultOf(visit, name.name, this.bindings);
      if (name) {
        const unsure = this.mayEnd || visit.conditional || guarded ||
          isLater(visit) || isInCaughtHandler(visit);
        this.sets.push({
          ...name,
          scope,
          ...(unsure && { unsure }),
          ...(byDefault && { default: byDefault }),
          ...(members && { members }),
          ...(written && { written }),
        });
        if (/^(?:client|bru)$/.test(owner)) return this.#refused(name, visit);
      } else if (first) this.#compute(node, scope);
    } else if (
      READ.test(method) || POSTMAN_READ.test(method) ||
      isOfPostman && /^(?:get|has|unset)$/.test(method)
    ) {
      const name = first && this.#name(first);
      if (name) {
        this.reads.push({
          ...name,
          ...readOf(visit, { chain, name: name.name }, this.fates),
          ...(guarded && { guarded }),
        });
      } else if (first) this.readsAny = true;
    } else if (READ_ALL.test(method)) this.readsAny = true;
    else if (chain === "pm.request.update") this.#update(first);
    else if (WRITING.test(method)) {
      this.#write(chain, WRITING_ONE.test(method) ? first : undefined);
    }
    return undefined;
  }

  /** What fails for sure where a call sets a variable. */
  #refused(
    { name }: ScriptName,
    { node, guarded, conditional }: NodeVisit,
  ): ScriptProblem | undefined {
    const [, value] = node.arguments as (Tree | undefined)[];
    const method = chainOf(node.callee as Tree, this.bindings);
    const isRuntime = scopeOfCall(method.slice(method.lastIndexOf(".") + 1)) ===
      "runtime";
    const message = guarded
      ? undefined
      : refusalOf({ name, value, isRuntime }, this.bindings);
    return message === undefined ? undefined : {
      code: "SCRIPT_ERROR",
      severity: conditional ? "warning" : "error",
      message,
      offset: node.start,
      length: node.end - node.start,
    };
  }

  /** Whether a method that sets variables is used as a value, so that what calls it gives the names. */
  #handsOutSetter({ node, parent }: NodeVisit): boolean {
    const by = parent?.node;
    if (node.type === "Property") {
      const { type, name } = node.value as Tree;
      const key = (node.key as Tree).name;
      return by?.type === "ObjectPattern" && SET.test(`${key}`) &&
        (type !== "Identifier" || name !== key);
    }
    if (node.type !== "MemberExpression" || by?.callee === node) return false;
    const chain = chainOf(node, this.bindings);
    const isAlias = by?.type === "VariableDeclarator" &&
      (by.id as Tree).type === "Identifier";
    return !isAlias && API.test(chain) &&
      SET.test(chain.slice(chain.lastIndexOf(".") + 1));
  }

  /** The first one counts, and before all one that later requests see, too. */
  #compute({ start, end }: Tree, scope: ScriptSetting["scope"]): void {
    const isLocal = (one: typeof scope) =>
      one === "request" || one === "folder";
    if (
      this.computed === undefined ||
      isLocal(this.computed.scope) && !isLocal(scope)
    ) this.computed = { offset: start, length: end - start, scope };
  }

  /** `req.setUrl`, `pm.request.headers.add`: the parts of a request that are written. */
  #write(chain: string, header?: Tree): void {
    const [root, member, next] = chain.split(".");
    const part = root === "pm" && member === "request"
      ? WRITES.get(next ?? "")
      : root === "req"
      ? WRITES.get(member ?? "")
      : undefined;
    if (part === undefined) return;
    const name = part === "headers" && header && this.#headerName(header);
    this.writes.add(name ? `header ${name.toLowerCase()}` : part);
  }

  /** A text is a URL; what only the run knows may change every part. */
  #update(wanted: Tree | undefined): void {
    const value = wanted?.type === "Identifier"
      ? this.bindings.constants.get(wanted.name as string)
      : wanted;
    if (value && literalText(value) !== undefined) this.writes.add("url");
    else if (value?.type === "ObjectExpression") {
      for (const { type, key, computed } of value.properties as Tree[]) {
        if (type !== "Property" || computed) return this.#update(undefined);
        const { name, value } = key as Tree;
        const part = UPDATES.get(`${name ?? value}`);
        if (part) this.writes.add(part);
      }
    } else for (const part of UPDATES.values()) this.writes.add(part);
  }

  /** The name of the header that an argument is: a text, or Postman's `{ key, value }`. */
  #headerName(node: Tree): string | undefined {
    const { properties = [] } = node as { properties?: readonly Tree[] };
    const key = properties.find((it) =>
      !it.computed && (it.key as Tree | undefined)?.name === "key"
    );
    return this.#name(key ? key.value as Tree : node)?.name;
  }

  /** The name that an argument is. */
  #name(node: Tree): ScriptName | undefined {
    const constant = node.type === "Identifier"
      ? this.bindings.texts.get(node.name as string)
      : undefined;
    const text = constant?.value ?? literalText(node);
    if (text === undefined) return undefined;
    const { start, end } = constant?.node ?? node;
    return {
      name: text,
      offset: start + 1,
      length: end - start - 2,
      ...(constant && { constant: true as const }),
    };
  }
}
