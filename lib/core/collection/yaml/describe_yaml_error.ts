import {
  type Diagnostic,
  type Fix,
  type Location,
  locationOf,
  wordFix,
} from "../../source/diagnostic.ts";
import { conflictDiagnostic } from "../../source/merge_conflict.ts";
import { lineColumn } from "../../source/line_starts.ts";
import { didYouMean, isNearest, nearest } from "../../source/nearest.ts";
import type { Origin } from "../../source/origin.ts";
import { ownMeaning } from "./foreign_keys.ts";

const NO_FIT =
  "the line does not fit the lines above, check its indentation and quotes";

/** What the YAML library says, and what it means to somebody who writes a request. */
const MEANINGS: readonly (readonly [pattern: string, meaning: string])[] = [
  ["multiline key may not be an implicit key", `expected "key: value"`],
  ["missing colon", `expected "key: value"`],
  [
    "explicit mapping pair is incomplete",
    `a text with ": " in it needs quotes`,
  ],
  ["document separator is expected", NO_FIT],
  ["within a single quoted scalar", "a ' is not closed"],
  ["within a double quoted scalar", `a " is not closed`],
  ["within a flow collection", "a bracket is not closed"],
  ["missing comma", "expected a comma or the closing bracket"],
  ["unknown tag", "a word that starts with ! is a tag in YAML, quote the text"],
  ["explicit tag", "the value does not fit its tag, leave out the tag"],
  ["more than 1 document", "it holds more than one YAML document"],
];

/** Turns an error of the YAML library into a located diagnostic. */
export function describeYamlError(
  file: string,
  source: string,
  error: unknown,
): Diagnostic {
  if (error instanceof RangeError) {
    return {
      code: "LIMIT",
      severity: "error",
      message: `Cannot read "${file}": it is nested too deeply`,
      location: { file },
    };
  }
  if (!(error instanceof Error)) throw error;
  const conflict = conflictDiagnostic(file, source, "YAML_SYNTAX");
  if (conflict) return conflict;
  const offset = "offset" in error && typeof error.offset === "number"
    ? Math.min(error.offset, source.trimEnd().length)
    : 0;
  const { line, column } = lineColumn(source, offset);
  const shallow = shallowText(source, line);
  if (shallow) {
    return {
      code: "YAML_SYNTAX",
      severity: "error",
      message:
        `Cannot read "${file}": the text below "${shallow.header}" is not part of it, indent it further than "${shallow.key}"`,
      location: { file, ...shallow.place },
    };
  }
  // Before a placeholder, which looks unquoted behind the quote that ends the text.
  const open = openQuote(source, { line, column });
  if (open) {
    return {
      code: "YAML_SYNTAX",
      severity: "error",
      message:
        `Cannot read "${file}": a ${open.quote} is not closed, the next one ends its text in line ${line}`,
      location: { file, ...open.place, length: 1 },
    };
  }
  // Inside brackets a text ends at a brace.
  const placeholder = source.startsWith("{{", offset)
    ? { line, column }
    : unquotedPlaceholder(source, line);
  if (placeholder) return quoteThePlaceholder(file, placeholder);
  const unclosed = /within a (double|single) quoted scalar/.exec(error.message);
  const place = unclosed &&
    lastOpen(source.split("\n"), unclosed[1] === "double" ? '"' : "'");
  const location: Location = { file, line, column, ...place };
  return {
    code: "YAML_SYNTAX",
    severity: "error",
    message: `Cannot read "${file}": ${meaning(error.message, source, offset)}`,
    location,
  };
}

/** A key whose text is to stand in the lines below it. */
const BLOCK = /^(\s*(?:-\s+)*)([\w.-]+): *([|>][-+\d]*)[ \t]*(?:#.*)?$/;
/** A line that goes on with the file, and not with a text. */
const GOES_ON = /^\s*(?:-(?:\s|$)|#|[\w.-]+:(?:\s|$))/;

/** The lines that were to be the text of the last `key: |` above, and are not indented further than the key. */
function shallowText(
  source: string,
  line: number,
): { key: string; header: string; place: Location } | undefined {
  const lines = source.split(/\r?\n/, line);
  const at = lines.findLastIndex((it) => BLOCK.test(it));
  const [, before, key, sign] = BLOCK.exec(lines[at] ?? "") ?? [];
  const below = lines.findIndex((it, index) => index > at && it.trim() !== "");
  const text = lines[below];
  if (before === undefined || text === undefined) return undefined;
  if (indentOf(text) > before.length || GOES_ON.test(text)) return undefined;
  return {
    key,
    header: `${key}: ${sign}`,
    place: { line: below + 1, column: indentOf(text) + 1 },
  };
}

/** The quote of a line above whose text ends at the first quote of the error's line: that line is not to blame. */
function openQuote(
  source: string,
  { line, column }: { readonly line: number; readonly column: number },
): { quote: string; place: Location } | undefined {
  const lines = source.split("\n", line);
  const before = lines.pop()!.slice(0, column);
  for (const quote of ['"', "'"]) {
    if (!before.includes(quote)) continue;
    const place = lastOpen(lines, quote);
    if (place) return { quote, place };
  }
  return undefined;
}

/** Where the last of some lines that has such a quote opens a text and does not close it. */
function lastOpen(
  lines: readonly string[],
  quote: string,
): Location | undefined {
  const line = lines.findLastIndex((it) => it.includes(quote));
  const text = lines[line]?.replace(/\\./g, "  ") ?? "";
  const at = text.lastIndexOf(quote);
  const isOpen = text.split(quote).length % 2 === 0 &&
    /(?:^|[:,[{-])[ \t]*$/.test(text.slice(0, at));
  return isOpen ? { line: line + 1, column: at + 1 } : undefined;
}

/** The diagnostic for a `{{name}}` that YAML reads as a mapping. */
export function quoteThePlaceholder(
  file: string,
  location: Location,
): Diagnostic {
  return {
    code: "YAML_SYNTAX",
    severity: "error",
    message:
      `Cannot read "${file}": an unquoted "{{" starts a mapping in YAML, quote the whole text: "{{name}}"`,
    location: { ...location, file, length: 2 },
  };
}

function meaning(message: string, source: string, offset: number): string {
  if (message.includes("duplicated key")) {
    const key = keyAt(source, offset);
    return key === undefined
      ? "a key occurs twice in one mapping"
      : `the key "${
        key.replace(/^["']|["']$/g, "")
      }" occurs twice in one mapping`;
  }
  const unquoted = unquotedText(message, source, offset);
  if (unquoted !== undefined) return unquoted;
  const isIndented = message.includes("bad indentation");
  const known = MEANINGS.find(([pattern]) => message.includes(pattern));
  if (isIndented || known?.[1] === NO_FIT) {
    const glued = gluedKey(source, offset);
    if (glued !== undefined) return glued;
  }
  if (isIndented) return indentation(source, offset);
  if (known) return known[1];
  // "Cannot read X: state at line 1, column 2:\n snippet" → "state"
  return message.split("\n")[0].replace(/ at line \d+, column \d+:?$/, "")
    .replace(/^[^:]*: /, "");
}

/** Where a line goes back to an indentation that no line above has, it may be too little as well. */
function indentation(source: string, offset: number): string {
  const lines = source.slice(0, offset).split("\n");
  const own = lines.pop()!;
  const above = lines.findLast(isFull) ?? "";
  // The next key of an item stands below the first one, not below its dash.
  const [, dash, key] = ITEM.exec(above) ?? [];
  if (dash !== undefined && indentOf(own) < dash.length) {
    return `the line is indented by ${
      indentOf(own)
    } blanks, but "${key}" of the item above by ${dash.length}`;
  }
  return indentOf(own) < indentOf(above)
    ? "the line is indented like none of the lines above it"
    : "the line is indented too far";
}

const ITEM = /^(\s*-\s+)([\w.-]+):(?:\s|$)/;

/** A key whose colon touches the value, which makes both one text. */
const GLUED = /^\s*(?:-\s+)*([\w.-]+:)(?![\s:/])\S*\s*$/;

/** Says of the line above that a blank is missing behind a key. */
function gluedKey(source: string, offset: number): string | undefined {
  const lines = source.slice(0, offset).split("\n").slice(0, -1);
  const at = lines.findLastIndex(isFull);
  const [, key] = GLUED.exec(lines[at] ?? "") ?? [];
  return key && `a blank is missing after "${key}" in line ${at + 1}`;
}

/** Whether a line has more than blanks and a comment. */
function isFull(line: string): boolean {
  return /^\s*[^\s#]/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** What to say of a text that only quotes make one, at the sign where YAML ends it or begins something else. */
function unquotedText(
  message: string,
  source: string,
  offset: number,
): string | undefined {
  const sign = source[offset] ?? "";
  const line = source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset);
  const before = line.trimEnd().at(-1);
  if (/[@`%]/.test(sign) && /[:,[{-]/.test(before ?? ":")) {
    return `a text that starts with "${sign}" needs quotes`;
  }
  if (!message.includes("missing comma")) return undefined;
  const isBehindText = before !== undefined && !/["'[\]{},]/.test(before);
  const goesOn = /^[^\s,\]}]/.test(source.slice(offset + 1, offset + 2));
  const what = sign === ":" && /[[{,:]\s+\S/.test(line)
    ? 'with ": " in it'
    : isBehindText && (/[[{]/.test(sign) || /[\]}]/.test(sign) && goesOn)
    ? `with "${sign}" in it`
    : /[^\s,"'[\]{}]/.test(sign) && /[\]}]/.test(source[offset - 1] ?? "")
    ? `that starts with "${source[offset - 1] === "]" ? "[" : "{"}"`
    : undefined;
  return what && `expected a comma, or quotes around a text ${what}`;
}

/** The key at an offset or, in braces, that of the pair that ends there. */
function keyAt(source: string, offset: number): string | undefined {
  const after = source.slice(offset, offset + 200);
  const match = /^[\s,}]/.test(after)
    ? /[{,]\s*("[^"\n]*"|'[^'\n]*'|[^\s,:{}[\]'"][^,:{}[\]\n]*?)\s*:[^,:{}[\]\n]*$/
      .exec(source.slice(Math.max(0, offset - 200), offset))
    : /^("[^"\n]*"|'[^'\n]*'|[^:\n'"]+?)(?=\s*:)/.exec(after);
  return match?.[1];
}

/**
 * A value that starts with `{{` in the line of the error, or in one of the two
 * above: the library notices it late.
 */
function unquotedPlaceholder(
  source: string,
  line: number,
): Location | undefined {
  const lines = source.split(/\r?\n/, line);
  for (let number = line; number > 0 && number > line - 3; number--) {
    const match =
      /^(\s*(?:- +)*(?:(?:"[^"]*"|'[^']*'|[^\s'"#][^'"#]*?) *: +)?)\{\{/
        .exec(lines[number - 1]?.slice(0, 1000) ?? "");
    if (match) return { line: number, column: match[1].length + 1 };
  }
  return undefined;
}

/** What to say of a merge key; `name` is the path to show. */
export function mergeKey(
  { at, name }: { readonly at: Origin; readonly name: string },
): Omit<Diagnostic, "severity"> {
  return {
    code: "INVALID_FIELD",
    message:
      `Cannot read "${name}": merge keys are not supported, write out what it brings`,
    location: { ...locationOf(at), onKey: true },
  };
}

/** The diagnostic for a file that aliases or nesting make endless, or nearly so. */
export function tooLarge(at: Origin): Diagnostic {
  return {
    code: "LIMIT",
    severity: "error",
    message:
      `Cannot read "${at.file}": its aliases or its nesting make it too large`,
    location: locationOf(at),
  };
}

/** A key that a file of another form does not have, with the names that it has there. */
export interface StrayName {
  readonly name: string;
  readonly known: readonly string[];
  /** The one of these that is surely meant. */
  readonly meant?: string;
}

/**
 * What to say of a key that is not among the `known`; `name` is the path to show.
 *
 * @param place Where the key belongs.
 */
export function unknownKey(
  { at, name, document }: {
    readonly at: Origin;
    readonly name: string;
    readonly document: { strayName?(key: string): StrayName | undefined };
  },
  key: string,
  known: readonly string[],
  place?: string,
): Diagnostic {
  const own = document.strayName?.(key);
  const near = place !== undefined
    ? undefined
    : own
    ? own.meant ?? nearest(own.name, own.known)
    : nearest(key, known) ?? ownMeaning(key, known);
  return {
    code: "UNKNOWN_KEY",
    severity: "warning",
    message: `Ignored "${name}": the key is unknown${
      place === undefined ? didYouMean(near) : ` here (it belongs at ${place})`
    }`,
    location: { ...locationOf(at), onKey: true },
    ...(near !== undefined && { suggestion: near }),
    ...(place === undefined && keyFix(at, key, known)),
  };
}

/** What fixes a misspelt key without a question: the key that no other is as near as. Never where auth would be sent that was not. */
function keyFix(
  { file, path }: Origin,
  key: string,
  known: readonly string[],
): { fix?: Fix } {
  const near = nearest(key, known);
  if (near === undefined || !isNearest(near, key, known)) return {};
  if ([...path, near].includes("auth")) return {};
  const location = { ...locationOf({ file, path }), onKey: true };
  return wordFix(location, key, near);
}
