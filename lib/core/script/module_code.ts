import { type Node, parse } from "acorn";
import { type TextChange, withChanges } from "../source/text_changes.ts";
import { bareCallee, type BareCalls } from "./bare_calls.ts";

/** Code of a module as it is compiled: what stands around it, and itself, with every character at its place. */
export interface ModuleCode extends BareCalls {
  readonly head: string;
  readonly tail: string;
}

/** Why a module cannot be compiled, and at which offset. */
export interface ModuleProblem {
  readonly message: string;
  readonly offset: number;
}

/**
 * What a module takes from another: `names` become its own names, `exports`
 * its own exports, with `star` all of the other's do. `*` is all of them as one.
 */
export interface ModuleRequest {
  readonly from: string;
  readonly names: readonly (readonly [imported: string, local: string])[];
  readonly exports: readonly (readonly [imported: string, exported: string])[];
  readonly star: boolean;
}

/** What a default export is called that has no name. */
const DEFAULT = "$default";

/** A tree takes many times the memory of its text: longer files are not looked at. */
const MAX_LENGTH = 2 * 1024 * 1024;

/** A node with what the kinds of nodes that are looked at have. */
interface Tree extends Node {
  readonly name: string;
  readonly value: unknown;
  readonly id: Tree | null;
  readonly body: readonly Tree[];
  readonly declaration: Tree | null;
  readonly declarations: readonly Tree[];
  readonly source: Tree | null;
  readonly specifiers: readonly Tree[];
  readonly local: Tree;
  readonly imported: Tree;
  readonly exported: Tree | null;
  readonly left: Tree;
  readonly argument: Tree;
}

/**
 * A file with `import` and `export` as the body of a function: imported names
 * are read through an object around it, so that they follow what the other
 * module does with them, and `export` becomes functions that give values. A
 * file without them stays as it is, but for `import()`.
 */
export function moduleCode(source: string): ModuleCode | ModuleProblem {
  const plain = { head: "", code: source, tail: "" };
  if (source.length > MAX_LENGTH || !/\b(?:import|export)\b/.test(source)) {
    return plain;
  }
  const code = source.replace(/^#!/, "//");
  const asScript = parsed(code, "script");
  const isScript = !("problem" in asScript);
  if (isScript) {
    const edits = new Edits(code);
    editExpressions(asScript.tree, edits);
    return { ...plain, code: edits.applied() };
  }
  // Anything but a misplaced import or export is wrong in a script, too.
  const asModule = parsed(code, "module");
  if ("problem" in asModule) {
    return isMisplaced(asScript.problem)
      ? { message: asModule.problem.message, offset: asModule.problem.pos }
      : plain;
  }
  const awaits = awaitOutside(asModule.tree, code);
  return awaits === undefined ? written(asModule.tree, code) : {
    message: "a module that scripts load cannot await outside of a function",
    offset: awaits.start,
  };
}

interface SyntaxProblem {
  readonly message: string;
  readonly pos: number;
}

function parsed(
  code: string,
  sourceType: "script" | "module",
): { tree: Tree } | { problem: SyntaxProblem } {
  try {
    const tree = parse(code, {
      ecmaVersion: "latest",
      sourceType,
      ...(sourceType === "script" && { allowReturnOutsideFunction: true }),
    });
    return { tree: tree as unknown as Tree };
  } catch (error) {
    const { message, pos = 0 } = error as Error & { pos?: number };
    const why = message.replace(/ \(\d+:\d+\)$/, "");
    return { problem: { message: why, pos } };
  }
}

function isMisplaced({ message }: SyntaxProblem): boolean {
  return /'import' and 'export'|import\.meta/.test(message);
}

/** Changes of a text that leave every other character at its place. */
class Edits {
  readonly #edits: TextChange[] = [];

  constructor(readonly code: string) {}

  /** Puts a text where a longer one is, at its end; line ends stay. */
  replace(start: number, end: number, text: string): void {
    const old = this.code.slice(start, end);
    const isOneLine = !/[\n\r\u2028\u2029]/.test(old);
    const room = isOneLine ? " ".repeat(end - start - text.length) : blank(old);
    this.#edits.push({ start, end, text: room + text });
  }

  /** Takes a text away; a statement before it ends here. */
  remove(start: number, end: number): void {
    const old = this.code.slice(start, end);
    this.#edits.push({ start, end, text: `;${blank(old).slice(1)}` });
  }

  applied(): string {
    return withChanges(this.code, this.#edits);
  }
}

function blank(text: string): string {
  return text.replace(/[^\n\r\u2028\u2029]/g, " ");
}

function written(tree: Tree, code: string): ModuleCode {
  const edits = new Edits(code);
  const requests: ModuleRequest[] = [];
  const getters: string[] = [];
  const give = (exported: string, local: string) =>
    getters.push(`${JSON.stringify(exported)}:()=>${local}`);
  for (const node of tree.body) {
    switch (node.type) {
      case "ImportDeclaration":
        requests.push({
          from: node.source!.value as string,
          names: node.specifiers.map((
            one,
          ) => [importedName(one), one.local.name]),
          exports: [],
          star: false,
        });
        edits.remove(node.start, node.end);
        break;
      case "ExportAllDeclaration": {
        const { exported } = node;
        requests.push({
          from: node.source!.value as string,
          names: [],
          exports: exported ? [["*", nameOf(exported)]] : [],
          star: !exported,
        });
        edits.remove(node.start, node.end);
        break;
      }
      case "ExportNamedDeclaration": {
        const { declaration, source, specifiers } = node;
        if (declaration) {
          for (const name of declaredNames(declaration)) give(name, name);
          edits.remove(node.start, declaration.start);
          break;
        }
        const pairs = specifiers.map((one) =>
          [nameOf(one.local), nameOf(one.exported!)] as const
        );
        if (source) {
          requests.push({
            from: source.value as string,
            names: [],
            exports: pairs,
            star: false,
          });
        } else for (const [local, exported] of pairs) give(exported, local);
        edits.remove(node.start, node.end);
        break;
      }
      case "ExportDefaultDeclaration":
        give("default", exportDefault(node, edits));
    }
  }
  editExpressions(tree, edits);
  return {
    head:
      `with($brace.scope){(function(module,exports,require,__filename,__dirname){"use strict";{$brace.start(${
        JSON.stringify(requests)
      },{__proto__:null,${getters.join(",")}});`,
    code: edits.applied(),
    bare: bareCalls(tree, code),
    tail: "}})()}",
  };
}

function bareCalls(tree: Tree, code: string): BareCalls["bare"] {
  if (!/\?\.\s*[(/]/.test(code)) return [];
  const found: [start: number, end: number][] = [];
  const waiting: Node[] = [tree];
  for (let node; (node = waiting.pop()) !== undefined;) {
    const callee = bareCallee(node);
    if (callee) found.push([callee.start, callee.end]);
    addChildren(node, waiting);
  }
  return found.sort(([a], [b]) => a - b);
}

/** Makes a declaration of a default export; gives the name that it has. */
function exportDefault(
  { start, declaration }: Tree,
  edits: Edits,
): string {
  const { type, id, start: at } = declaration!;
  const isDeclaration = /^(?:Function|Class)Declaration$/.test(type);
  if (!isDeclaration) {
    const [keywords] = /^export(?:\s|\/\*[^]*?\*\/|\/\/.*)+default/.exec(
      edits.code.slice(start, at),
    ) ?? ["export default"];
    edits.replace(start, start + keywords.length, `;let ${DEFAULT}=`);
    return DEFAULT;
  }
  if (id) {
    edits.remove(start, at);
    return id.name;
  }
  const [begin] = /^(?:async\s+)?function(?:\s*\*)?|^class/.exec(
    edits.code.slice(at, at + 200),
  ) ?? [""];
  edits.replace(
    start,
    at + begin.length,
    `;${begin.replaceAll(/\s+/g, " ")} ${DEFAULT} `,
  );
  return DEFAULT;
}

function importedName({ type, imported }: Tree): string {
  switch (type) {
    case "ImportDefaultSpecifier":
      return "default";
    case "ImportNamespaceSpecifier":
      return "*";
    default:
      return nameOf(imported);
  }
}

/** The name in an import or an export, which may be a text. */
function nameOf(node: Tree): string {
  return node.type === "Literal" ? node.value as string : node.name;
}

function declaredNames({ id, declarations }: Tree): string[] {
  if (id) return [id.name];
  const names: string[] = [];
  const waiting = declarations.map((one) => one.id!);
  for (let node; (node = waiting.pop()) !== undefined;) {
    switch (node.type) {
      case "Identifier":
        names.push(node.name);
        break;
      case "Property":
        waiting.push(node.value as Tree);
        break;
      case "AssignmentPattern":
        waiting.push(node.left);
        break;
      case "RestElement":
        waiting.push(node.argument);
        break;
      default:
        addChildren(node, waiting);
    }
  }
  return names;
}

/** `import(x)` and `import.meta`: what stands for them has the same length. */
function editExpressions(tree: Tree, edits: Edits): void {
  const declared = tree.body.filter((it) => it.type === "ImportDeclaration");
  const named = edits.code.match(/\bimport\b/g)?.length ?? 0;
  // To go through a large tree takes as long as to compile it.
  if (named === declared.length) return;
  const waiting: Node[] = [tree];
  for (let node; (node = waiting.pop()) !== undefined;) {
    const { type, start, end } = node;
    if (type === "ImportExpression") {
      edits.replace(start, start + "import".length, "$brace");
    } else if (
      type === "MetaProperty" && edits.code.startsWith("import", start)
    ) edits.replace(start, end, "$brace.meta");
    addChildren(node, waiting);
  }
}

/** What waits outside of all functions: scripts load modules at once. */
function awaitOutside(tree: Tree, code: string): Node | undefined {
  if (!/\bawait\b/.test(code)) return undefined;
  const waiting: Node[] = [tree];
  for (let node; (node = waiting.pop()) !== undefined;) {
    const { type } = node;
    const isLoop = type === "ForOfStatement" &&
      (node as Node & { await?: boolean }).await;
    if (type === "AwaitExpression" || isLoop) return node;
    if (/Function/.test(type)) continue;
    addChildren(node, waiting);
  }
  return undefined;
}

function addChildren(node: Node, waiting: Node[]): void {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const it of value) if (isNode(it)) waiting.push(it);
    } else if (isNode(value)) waiting.push(value);
  }
}

function isNode(value: unknown): value is Tree {
  return typeof (value as Node | null | undefined)?.type === "string";
}
