import {
  BLOCKS,
  type BruForm,
  type BruKind,
  type BruRow,
} from "../../../core/collection/bru/blocks.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import {
  actionLines,
  assertionLines,
  fileLines,
  partLines,
  variableLines,
} from "./bru_lines.ts";
import {
  block,
  pair,
  rowsBlock,
  type Say,
  shownName,
  textBlock,
} from "./bru_text.ts";
import { noteBruno } from "./script/script_notes.ts";
import { toBrunoScript } from "./script/to_bruno.ts";

/** Writes a block; none where there is nothing in it. */
type Write = (name: string, value: RawJson, say: Say, row: BruRow) => string[];

const WRITE: Readonly<Record<BruForm, Write>> = {
  rows: rowsBlock,
  parameters: rowsBlock,
  variables: ofRows(variableLines),
  // An environment's own file says which they are.
  secrets: () => [],
  actions: ofRows(actionLines),
  assertions: ofRows(assertionLines),
  parts: (name, value, say) => [
    block(name, rowsOf(value).flatMap((row) => partLines(row, say))),
  ],
  files: (name, value, say) => [block(name, fileLines(rowsOf(value), say))],
  fields: fieldsBlock,
  text: (name, value) => textBlock(name, jsonTextOf(value) ?? ""),
  script: (name, value, say) => textBlock(name, codeOf(rowsOf(value), say)),
};

/**
 * The blocks of a file, in the order of the table.
 *
 * @param parts The parts of the OpenCollection form by the keys that the table has.
 * @param made Blocks that more than one part decides, by the name of the first.
 */
export function writeBlocks(
  kind: BruKind | "auth",
  { parts, made = {} }: {
    parts: Record<string, RawJson>;
    made?: Readonly<Record<string, readonly string[]>>;
  },
  say: Say,
): string[] {
  return [...BLOCKS].flatMap(([name, row]) => {
    if (Object.hasOwn(made, name)) return made[name];
    const path = row[kind] ?? [];
    return path.length === 0 || row.old
      ? []
      : writeBlock(name, valueAt(parts, path), say);
  });
}

/** The block of a name, with what of a value it takes. */
export function writeBlock(name: string, value: RawJson, say: Say): string[] {
  const row = BLOCKS.get(name);
  if (!row) return [];
  const also = Object.entries(row.also ?? {});
  const own = also.length === 0
    ? value
    : elements(value).filter((one) =>
      also.every(([key, word]) => members(one)[key] === word)
    );
  return WRITE[row.form](name, own, say, row);
}

/** The value at the end of a way of keys. */
export function valueAt(value: RawJson, path: readonly string[]): RawJson {
  return path.reduce((at, key) => members(at)[key], value);
}

function ofRows(
  linesOf: (row: Record<string, RawJson>, say: Say) => string[],
): Write {
  return (name, value, say) => {
    const lines = rowsOf(value).flatMap((row) => linesOf(row, say));
    return lines.length === 0 ? [] : [block(name, lines)];
  };
}

function rowsOf(value: RawJson): Record<string, RawJson>[] {
  return elements(value).map(members);
}

function fieldsBlock(
  name: string,
  value: RawJson,
  say: Say,
  { members: known = [] }: BruRow,
): string[] {
  const lines = Object.entries(members(value)).flatMap(([key, value]) => {
    const text = jsonTextOf(value);
    if (known.includes(key) && text !== undefined) return pair(key, text, say);
    say(`The setting "${shownName(key)}" is left out: Bruno does not know it`);
    return [];
  });
  return lines.length === 0 ? [] : [block(name, lines)];
}

/** The scripts of a phase as one: each keeps its own names where there are several. */
function codeOf(
  scripts: readonly Record<string, RawJson>[],
  say: Say,
): string {
  const all = scripts.filter((one) =>
    (jsonTextOf(one.code) ?? "").trim() !== ""
  );
  const codes = all.map((script) => {
    const code = jsonTextOf(script.code) ?? "";
    const foreign =
      members(members(script.extensions).brace).dialect === "postman"
        ? "in Postman's dialect"
        : script.language === "typescript"
        ? "in TypeScript"
        : undefined;
    if (foreign === undefined) {
      if (say.keepsWords) return { code, isComment: false };
      const written = toBrunoScript(code);
      noteBruno(`The ${script.type} script`, written, say);
      return { code: written.code, isComment: false };
    }
    say(
      `The ${script.type} script is written as a comment: it is ${foreign}, which Bruno does not run (translate it)`,
    );
    const lines = code.split(/\r\n?|\n/).map((line) => `// ${line}`);
    return { code: lines.join("\n"), isComment: true };
  });
  if (codes.length < 2) return codes[0]?.code ?? "";
  say(
    `The ${codes.length} ${
      all[0].type
    } scripts are written as one: .bru files hold one of each kind`,
    undefined,
    "person",
    { scripts: codes.length - 1 },
  );
  return codes.map(({ code, isComment }) => isComment ? code : `{\n${code}\n}`)
    .join("\n\n");
}
