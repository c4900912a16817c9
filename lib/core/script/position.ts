import type { Location } from "../source/diagnostic.ts";
import { locationOf } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import { type CompiledCode, originalOffset } from "./compiled_code.ts";

/** The name under which a script's own code is compiled. */
export const SCRIPT_NAME = "brace:script";
/** What stands before the path of a collection's file in such a name. */
export const FILE_PREFIX = "brace:file/";

/** Where in a script's code something happened; lines and columns from 1. */
export interface ScriptPosition {
  /** Path of the collection's file; absent for the script itself. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/** A file of a package. */
const OF_PACKAGE = /(?:^|\/)node_modules\//;

/**
 * The innermost place of a stack that is in a script or in a collection's
 * file. `lead` is the number of lines before the script's first one.
 *
 * @param ownFirst Places in packages count only where there is no other.
 */
export function findPosition(
  stack: string,
  lead: number,
  ownFirst = false,
): ScriptPosition | undefined {
  let inPackage: ScriptPosition | undefined;
  for (const line of stack.split("\n")) {
    const match =
      /(brace:script|brace:file\/[^\n:,]*)(?:, <anonymous>)?:(\d+)(?::(\d+))?/
        .exec(line);
    if (match === null) continue;
    const [, name = "", lineText, columnText = "1"] = match;
    const inFile = name.startsWith(FILE_PREFIX);
    const position = Number(lineText) > lead
      ? { line: Number(lineText) - lead, column: Number(columnText) }
      : { line: 1, column: 1 };
    if (!inFile) return position;
    const file = name.slice(FILE_PREFIX.length);
    if (!ownFirst || !OF_PACKAGE.test(file)) return { file, ...position };
    inPackage ??= { file, ...position };
  }
  return inPackage;
}

/** The place in the collection's files of a position in a script's compiled code. */
export function scriptLocation(
  at: Origin,
  compiled: CompiledCode,
  position: ScriptPosition | undefined,
): Location {
  if (position?.file !== undefined) {
    return {
      file: position.file,
      line: position.line,
      column: compiled.files?.columnIn(position.file, position) ??
        position.column,
      place: "script",
    };
  }
  if (position === undefined) return locationOf(at, { place: "script" });
  const found = offsetOf(compiled, position);
  const [name = ""] =
    /^[\p{L}\p{N}_$]{0,200}/u.exec(compiled.code.slice(found, found + 200)) ??
      [];
  return locationOf(at, {
    offset: originalOffset(compiled, found),
    ...name === "" ? {} : { length: name.length },
    place: "script",
  });
}

/** The offset in a code of a position in it, moved to the name that is meant. */
export function offsetOf(
  { code, columns }: Pick<CompiledCode, "code" | "columns">,
  { line, column }: ScriptPosition,
): number {
  const start = lineStart(code, line);
  let before = column - 1;
  if (columns === "characters") {
    before = Array.from(code.slice(start, start + 2 * column))
      .slice(0, column - 1).join("").length;
  }
  return atName(code, Math.min(start + before, code.length));
}

/** The offset at which a line of a code begins, counted from 1 as engines do: LF ends a line. That of the last one where there are fewer. */
export function lineStart(code: string, line: number): number {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const end = code.indexOf("\n", start);
    if (end === -1) break;
    start = end + 1;
  }
  return start;
}

/** QuickJS points to a member's dot or a call's bracket, which say less than the name beside them (by design: there is no issue). */
function atName(code: string, offset: number): number {
  if (code[offset] === ".") return offset + 1;
  if (code[offset] !== "(") return offset;
  return offset -
    (/[\p{L}\p{N}_$]*$/u.exec(code.slice(Math.max(0, offset - 100), offset))
      ?.[0].length ?? 0);
}
