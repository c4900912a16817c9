import { isTypeScript } from "../../core/collection/required/module_path.ts";
import { columnInCode } from "../../core/script/bare_calls.ts";
import type { FileColumns } from "../../core/script/compiled_code.ts";
import type { ModuleCode, moduleCode } from "../../core/script/module_code.ts";
import { stripTypes, TypeScriptError, typesHint } from "./strip_types.ts";

/** Why a file cannot be compiled; lines and columns from 1. */
export interface FileProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

let compile: typeof moduleCode | undefined;

/** Loads what makes functions of files with `import` and `export`. */
export async function loadModuleCode(): Promise<void> {
  if (compile) return;
  ({ moduleCode: compile } = await import("../../core/script/parsed.ts"));
}

/** The characters of all texts that are kept. */
const MAX_KEPT = 16 * 1024 * 1024;

/** The code of files as it is compiled; what a text became is kept. */
export class FileCodes implements FileColumns {
  readonly #known = new Map<
    string,
    { text: string; code: ModuleCode | FileProblem }
  >();

  #kept = 0;

  /** The code of a file. */
  of(path: string, text: string): ModuleCode | FileProblem {
    if (!isTypeScript(path) && !/\b(?:import|export)\b/.test(text)) {
      return { head: "", code: text, tail: "" };
    }
    const known = this.#known.get(path);
    if (known?.text === text) return known.code;
    const code = codeOf(path, text);
    this.#kept += text.length;
    if (this.#kept > MAX_KEPT) {
      this.#known.clear();
      this.#kept = text.length;
    }
    this.#known.set(path, { text, code });
    return code;
  }

  columnIn(path: string, place: { line: number; column: number }): number {
    const code = this.#known.get(path)?.code;
    return code !== undefined && "code" in code
      ? columnInCode(code, place)
      : place.column;
  }
}

/** The code of a file as scripts' failures are explained by; the text itself where it has none. */
export function plainCode(path: string, text: string): string {
  const code = codeOf(path, text);
  return "code" in code ? code.code : text;
}

function codeOf(path: string, text: string): ModuleCode | FileProblem {
  try {
    const plain = isTypeScript(path) ? stripTypes(text) : text;
    const code = compile?.(plain) ?? { head: "", code: plain, tail: "" };
    if (!("offset" in code)) return code;
    const hint = isTypeScript(path) ? "" : typesHint(text, { isFile: true });
    return problem(text, `${code.message}${hint}`, code.offset);
  } catch (error) {
    if (!(error instanceof TypeScriptError)) throw error;
    return problem(text, error.message, error.offset);
  }
}

function problem(text: string, message: string, offset: number): FileProblem {
  const end = text.trimEnd().length;
  if (message === "Unexpected token" && offset >= end) {
    return problem(text, "it ends before a bracket is closed", end - 1);
  }
  const before = text.slice(0, offset).split("\n");
  const column = Array.from(before[before.length - 1]).length + 1;
  return { message, line: before.length, column };
}
