import type { AccountCounts } from "../counts.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { ImportNote } from "../types.ts";

/** Takes what a file of the other format cannot hold, as a note says it. */
export interface Say {
  (
    message: string,
    lost?: Partial<AccountCounts>,
    kind?: ImportNote["kind"],
    merged?: Partial<AccountCounts>,
  ): void;
  /** The file is edited for Brace, which knows its own words and defaults: nothing is put into Bruno's. */
  readonly keepsWords?: boolean;
}

/** What takes the notes of a file that is edited, and stays one for Brace. */
export function sayToEditor(say: (message: string) => void): Say {
  return Object.assign((message: string) => say(message), { keepsWords: true });
}

/** What stands around the value of a pair. */
export interface PairOptions {
  /** Whether the line is switched off; absent for a line that cannot be. */
  readonly disabled?: boolean;
  /** Behind the value. */
  readonly suffix?: string;
  /** Lines above it: `@number`. */
  readonly annotations?: readonly string[];
  readonly description?: RawJson;
  /** What is lost where the name cannot be written. */
  readonly lost?: Partial<AccountCounts>;
  /** Whether the name may be put into quotes; environments have none. */
  readonly quotes?: boolean;
}

/** Lines of a block, inBlock. */
export function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `${inBlock(line)}\n`).join("")}}\n`;
}

/** A block of text; nothing is written for an empty text. */
export function textBlock(name: string, text: string): string[] {
  return text === "" ? [] : [`${name} {\n${inBlock(unix(text))}\n}\n`];
}

/** Line ends as the format has them. */
export function unix(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * `name: value`, `~` before what is switched off; texts of several lines stand
 * between `'''`. No line where the name cannot be written.
 */
export function pair(
  name: string,
  value: string,
  say: Say,
  {
    disabled,
    suffix = "",
    annotations = [],
    description,
    lost,
    quotes = true,
  }: PairOptions = {},
): string[] {
  const why = wrongName(name, { disabled: disabled === true, quotes });
  if (why !== undefined) {
    say(
      `"${shownName(name)}" is left out: .bru files cannot hold ${why}`,
      lost,
    );
    return [];
  }
  const text = heldValue(name, value, say, { isEnvironment: !quotes });
  if (text === undefined && disabled === undefined) return [];
  const isOff = disabled === true || text === undefined;
  const key = `${isOff ? "~" : ""}${quoted(name)}`;
  const rest = suffix === "" ? "" : ` ${suffix}`;
  const written = text?.includes("\n")
    ? `'''\n${inBlock(text)}\n'''`
    : text ?? "";
  const about = jsonTextOf(description) ??
    jsonTextOf(members(description).content) ??
    "";
  return [[
    ...annotations,
    ...(about === "" ? [] : [`@description(${argument(about)})`]),
    `${key}: ${written}${rest}`,
  ].join("\n")];
}

/** Why a name cannot be written. */
function wrongName(
  name: string,
  { disabled, quotes }: { disabled: boolean; quotes: boolean },
): string | undefined {
  if (/[\r\n]/.test(name)) return "a line break in a name";
  if (!disabled && name.startsWith("~")) return "a name that begins with ~";
  if (name === "__proto__") return "this name";
  if (!needsQuotes(name)) return undefined;
  if (!quotes) return "blanks, colons, quotes and braces in the name there";
  return name.endsWith("\\") ? "a name that ends with a backslash" : undefined;
}

/** A value as a line can hold it; undefined where it has to be left out. */
function heldValue(
  name: string,
  value: string,
  say: Say,
  { isEnvironment }: { isEnvironment: boolean },
): string | undefined {
  const text = unix(value).trim();
  if (
    text.startsWith("'''") || isEnvironment && text.endsWith("'''") ||
    text.includes("\n") && text.includes("'''")
  ) {
    say(
      `The value of "${
        shownName(name)
      }" is left out: .bru files cannot hold ''' there`,
    );
    return undefined;
  }
  if (text !== value) {
    const what = text === value.trim() ? "the blanks at its ends" : "\\r";
    say(
      `The value of "${
        shownName(name)
      }" is written without ${what}, which .bru files cannot hold`,
    );
  }
  return text;
}

/** A name as a message shows it. */
export function shownName(name: string): string {
  const plain = name.replace(/\p{C}/gu, " ");
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}

function needsQuotes(name: string): boolean {
  return /[:"{}\s]/.test(name) || name.startsWith("~");
}

/** Quotes a name if it has characters that would end it, such as a colon. */
function quoted(name: string): string {
  return needsQuotes(name) ? `"${name.replaceAll('"', '\\"')}"` : name;
}

function argument(text: string): string {
  if (!/['\r\n]/.test(text)) return `'${text}'`;
  const escaped = text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
  return `"${escaped}"`;
}

/** A text as it stands in a block. */
export function inBlock(text: string): string {
  return text.split("\n").map((line) => `  ${line}`).join("\n");
}

/** A block of names and values; nothing is written if there are no rows. */
export function rowsBlock(name: string, value: RawJson, say: Say): string[] {
  const rows = elements(value).map(members);
  if (rows.length === 0) return [];
  return [
    block(
      name,
      rows.flatMap((row) =>
        pair(jsonTextOf(row.name) ?? "", jsonTextOf(row.value) ?? "", say, {
          disabled: isSwitchedOff(row),
          description: row.description,
        })
      ),
    ),
  ];
}

/** True for a row that is switched off. */
export function isSwitchedOff(row: Record<string, RawJson>): boolean {
  return row.disabled === true || row.enabled === false;
}

/** Parameters of a URL, each with its type. */
export function typedParams(params: RawJson): Record<string, RawJson>[] {
  return elements(params).map(members).map((row) => ({
    ...row,
    type: row.type ?? "query",
  }));
}
