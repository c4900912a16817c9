import { parseBlocks } from "../../../core/collection/bru/parse_blocks.ts";
import type { BruBlock, BruPair } from "../../../core/collection/bru/shape.ts";
import { VALUE_TYPES } from "../../../core/collection/read/read_value.ts";
import { pair as pairText } from "../../../tools/convert/export/bru_text.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { valueToWrite } from "./written_value.ts";

/** `@number` and its kin above a line. */
const TYPE = new RegExp(`^[ \\t]*@(?:${VALUE_TYPES.join("|")})[ \\t]*$`);

/** The changes of an environment's variables, undefined for those to delete. */
export type VariableChanges = ReadonlyMap<string, Value | undefined>;

/** A replacement for a stretch of a file. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text of a `.bru` environment with changed variables; everything else
 * stays. Values that are not text have their type above (`@number`), as Bruno
 * writes them, so that the next run reads the same kind.
 */
export function editBruVariables(
  { file, text }: { readonly file: string; readonly text: string },
  changes: VariableChanges,
  wasThere: (name: string) => boolean,
): { text: string } | { gone: string } | { problem: Diagnostic } {
  const { blocks, diagnostics } = parseBlocks(file, text);
  if (blocks === undefined) return { problem: diagnostics[0] };
  const block = blocks.find(({ name }) => name === "vars");
  const pairs = variablesOf(blocks);
  const edits: Edit[] = [];
  const added: string[] = [];
  for (const [name, value] of changes) {
    const pair = pairs.get(name);
    if (pair !== undefined) edits.push(replaced(text, pair, value));
    else if (value === undefined) continue;
    else if (wasThere(name)) return { gone: name };
    else added.push(linesOf(name, value));
  }
  if (added.length > 0) edits.push(addition(text, block, added.join("")));
  const edited = applied(text, edits);
  const problem = unlike(file, edited, changes);
  return problem === undefined ? { text: edited } : { problem };
}

/** Those that are on, the last of a name. */
function variablesOf(blocks: readonly BruBlock[]): Map<string, BruPair> {
  return new Map(
    blocks.filter(({ name }) => name === "vars")
      .flatMap(({ pairs }) => pairs).filter(({ disabled }) => !disabled)
      .map((pair) => [pair.name, pair]),
  );
}

function replaced(
  text: string,
  pair: BruPair,
  value: Value | undefined,
): Edit {
  let start = text.lastIndexOf("\n", pair.nameAt.start) + 1;
  let typed = false;
  for (;;) {
    const before = text.lastIndexOf("\n", start - 2) + 1;
    const line = text.slice(before, start).trimEnd();
    const isType = TYPE.test(line);
    // Other annotations stay with the name.
    if (!isType && !(value === undefined && /^[ \t]*@/.test(line))) break;
    typed ||= isType;
    start = before;
  }
  const end = endOf(text, pair);
  return {
    start,
    end,
    text: value === undefined ? "" : linesOf(pair.name, value, typed),
  };
}

/** Where the line after a variable begins. */
function endOf(text: string, { value }: BruPair): number {
  const last = value.form === "multiline"
    ? text.indexOf("'''", value.end)
    : value.end;
  return text.indexOf("\n", last) + 1;
}

function linesOf(name: string, value: Value, typed = false): string {
  const written = valueToWrite(value);
  const isObject = typeof written === "object" && written !== null;
  const data = isObject ? (written as { data: string }).data : `${written}`;
  const type = isObject ? "object" : written === null ? "null" : typeof written;
  // Bruno writes null as an empty text unless its type is there.
  const isPlain = type === "string" || type === "null" && !typed;
  // What such a file cannot hold is found when it is read again.
  const [text = ""] = pairText(
    name,
    type === "null" && isPlain ? "" : data,
    () => {},
    { annotations: isPlain ? [] : [`@${type}`] },
  );
  return text.split("\n").map((line) => `  ${line}\n`).join("");
}

/** Adds lines at the end of the variables, or a new block at the start of a file without variables. */
function addition(
  text: string,
  block: BruBlock | undefined,
  lines: string,
): Edit {
  if (block === undefined) {
    return { start: 0, end: 0, text: `vars {\n${lines}}\n` };
  }
  const last = block.pairs.at(-1);
  if (last !== undefined) {
    const end = endOf(text, last);
    return { start: end, end, text: lines };
  }
  const open = text.indexOf("{", block.nameAt.end) + 1;
  return { start: open, end: text.indexOf("}", open), text: `\n${lines}` };
}

function applied(text: string, edits: readonly Edit[]): string {
  let out = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

/** Blanks at its ends, or a line of three quotes in it, make another text of a value. */
function unlike(
  file: string,
  edited: string,
  changes: VariableChanges,
): Diagnostic | undefined {
  const pairs = variablesOf(parseBlocks(file, edited).blocks ?? []);
  for (const [name, value] of changes) {
    if (typeof value !== "string") continue;
    if (pairs.get(name)?.value.text === valueToWrite(value)) continue;
    return {
      code: "WRITE",
      severity: "error",
      message:
        `Cannot write "${file}": the format cannot hold the text of "${name}" (trim it, or give it to setVar)`,
      location: { file },
    };
  }
}
