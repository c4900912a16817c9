import type { Diagnostic, LineText, Location } from "./diagnostic.ts";
import {
  displayWidth,
  firstColumns,
  lastColumns,
  wrapText,
} from "./display_width.ts";
import { fieldNameAt } from "./field_names.ts";
import { typeOf } from "./type_of.ts";
import { lineText } from "./line_starts.ts";
import { OPTION_WORDS, worded } from "./way_out.ts";

/** How the parts of a printed diagnostic look; each function may add colour, and nothing else. */
export interface DiagnosticStyle {
  /** The word `error` and the code, and the caret line. */
  error(text: string): string;
  /** The same of a warning. */
  warning(text: string): string;
  /** The same of a hint. Default: as what is faint. */
  hint?(text: string): string;
  /** What helps to find it: place, line number, notes. */
  faint(text: string): string;
}

/** How a diagnostic is printed. */
export interface FormatOptions {
  /** The text of a file by the path that diagnostics show; without a path, that of the text itself. */
  readonly source?: (file: string | undefined) => string | undefined;
  /** Default: plain text. */
  readonly style?: DiagnosticStyle;
  /** Columns that a source line may take; longer ones are cut around the caret. Default 100. */
  readonly width?: number;
  /** Columns at which message and notes go on in another line. Default: they have one line each. */
  readonly wrap?: number;
  /**
   * Replaces secrets in a source line. Default: shows it as it is. `name` is the
   * one that the line's value belongs to, where another line of the file has it.
   * `texts` is what a line of a script has besides code.
   */
  readonly mask?: (
    text: string,
    name?: string,
    texts?: readonly LineText[],
  ) => string;
}

/**
 * How much of a line is looked at on either side of the caret: far more than is
 * shown, so that no secret is cut before it is found.
 */
const FAR = 10_000;

/** Columns that are shown before a marked part which fills the line. */
const LEAD = 10;

const PLAIN: DiagnosticStyle = {
  error: (text) => text,
  warning: (text) => text,
  faint: (text) => text,
};

/**
 * Writes a diagnostic for a reader: what is wrong, where, the source line with
 * a caret under the place, and what else helps. Several lines, without a line
 * break at the end; control characters of the source are shown, not sent. One
 * of a collection's file has a line once `locateDiagnostics` has located it.
 *
 * @throws {TypeError} From JavaScript, for a `source` that is not a function, and
 * for what is not a diagnostic.
 *
 * @example
 * ```ts
 * import { formatDiagnostic } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   formatDiagnostic({
 *     code: "UNDEFINED_VARIABLE",
 *     severity: "error",
 *     message: `Cannot resolve "{{id}}": no scope defines "id"`,
 *     location: { file: "a.yml", line: 2, column: 7, length: 6, yamlPath: "http.url" },
 *   }, { source: () => `http:\n  url: "{{id}}"` }).split("\n"),
 *   [
 *     `error UNDEFINED_VARIABLE: Cannot resolve "{{id}}": no scope defines "id"`,
 *     `  a.yml:2:7  http.url`,
 *     `  2 |   url: "{{id}}"`,
 *     `    |       ^^^^^^`,
 *   ],
 * );
 * ```
 */
export function formatDiagnostic(
  given: Diagnostic,
  options: FormatOptions = {},
): string {
  checkOptions(options);
  if (typeof given?.severity !== "string") {
    throw new TypeError(
      `Cannot show the diagnostic: it is ${
        typeOf(given)
      } (an error has them in its "diagnostics")`,
    );
  }
  const diagnostic = worded(given, OPTION_WORDS);
  const { severity, code, message, location } = diagnostic;
  const { style = PLAIN, wrap = Infinity } = options;
  const label = `${severity} ${code}:`;
  const strong = (text: string) =>
    (style[severity] ?? style.faint).call(style, text);
  const [first, ...others] = wrapText(visible(message), {
    width: wrap - 4,
    first: wrap - label.length - 1,
  });
  const lines = [
    `${strong(label)} ${first}`,
    ...others.map((line) => `    ${line}`),
  ];
  const add = (line: string, hanging = "") =>
    lines.push(`  ${style.faint(hanging + line)}`);
  if (location) {
    placeLines(location, wrap - 2).forEach((line) => add(line));
    lines.push(
      ...sourceLines(location, strong, { style, ...options }),
    );
  }
  for (const note of notesOf(diagnostic)) {
    wrapText(visible(note), { width: wrap - 4, first: wrap - 2 })
      .forEach((line, at) => add(line, at === 0 ? "" : "  "));
  }
  for (const { message, location } of diagnostic.related ?? []) {
    const [where] = placeParts(location);
    add(`${where === undefined ? "" : `${where}  `}${visible(message)}`);
  }
  return lines.join("\n");
}

/** From JavaScript the text itself is given easily. */
function checkOptions(options: FormatOptions): void {
  const { source = () => undefined } = Object(options);
  if (typeof options === "object" && typeof source === "function") return;
  throw new TypeError(
    "Cannot show the source line: give { source: (file) => text }, a function that returns the text of a file",
  );
}

/** Such as `users/create.yml:6:9  http.url`; in two lines where one has no room for it. */
function placeLines(location: Location, room: number): string[] {
  const parts = placeParts(location);
  const line = parts.join("  ");
  return line === "" ? [] : displayWidth(line) <= room ? [line] : parts;
}

function placeParts(location: Location): string[] {
  const { file, line, column, yamlPath, place, scripted } = location;
  const position = line === undefined ? "" : `:${line}:${column ?? 1}`;
  const where = file === undefined ? position.slice(1) : file + position;
  const by = scripted ? "as a script wrote it" : "";
  return [where, yamlPath || place || "", by].filter((part) => part !== "")
    .map(visible);
}

function notesOf(diagnostic: Diagnostic): string[] {
  const { message, suggestion, trail, scopesSearched = [], notes = [] } =
    diagnostic;
  const trailText = trail?.join(" → ");
  return [
    ...(trailText && !message.includes(trailText) ? [trailText] : []),
    ...(scopesSearched.length > 0
      ? [`searched: ${scopesSearched.join(", ")}`]
      : []),
    ...(suggestion && !message.includes(suggestion)
      ? [`try: ${suggestion}`]
      : []),
    ...notes,
  ];
}

/** The source line and the carets below it; nothing where there is no source. */
export function sourceLines(
  location: Location,
  strong: (text: string) => string,
  { style = PLAIN, ...options }: FormatOptions,
): string[] {
  const excerpt = sourceExcerpt(location, options);
  if (excerpt === undefined) return [];
  const { line, text, start, length } = excerpt;
  const shown = `  ${style.faint(`${line} |`)} ${text.trimEnd()}`;
  if (start === undefined) return [shown];
  const carets = " ".repeat(displayWidth(text.slice(0, start))) +
    "^".repeat(
      Math.max(1, displayWidth(text.slice(start, start + (length ?? 0)))),
    );
  return [
    shown,
    `  ${style.faint(`${" ".repeat(String(line).length)} |`)} ${
      strong(carets)
    }`,
  ];
}

/** A source line as it is shown: masked, printable, cut to a width. */
export interface SourceExcerpt {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Where in the text the place is that is meant; absent where masking hides it. */
  readonly start?: number;
  readonly length?: number;
}

/** The line that a location points to; undefined where there is no source. */
export function sourceExcerpt(
  location: Location,
  { source, width = 100, mask = (text) => text }: Pick<
    FormatOptions,
    "source" | "width" | "mask"
  >,
): SourceExcerpt | undefined {
  const { file, line, column = 1, length = 1, confidential, texts } = location;
  const whole = confidential ? undefined : source?.(file);
  if (line === undefined || whole === undefined) return undefined;
  const text = lineText(whole, line);
  if (text === undefined) return undefined;
  const start = Math.min(column - 1, text.length);
  const end = Math.max(start, Math.min(start + length, text.length));
  const from = Math.max(0, start - FAR);
  const far = Math.min(start + FAR, text.length);
  const maskPart = (from: number, to: number, name?: string) =>
    mask(text.slice(from, to), name, texts && textsWithin(texts, from, to));
  const name = texts ? undefined : fieldNameAt(whole, line);
  const masked = maskPart(from, far, name);
  const ends = [from, start, Math.min(end, far), far];
  const cut = [0, 1, 2].map((at) => text.slice(ends[at], ends[at + 1]));
  let parts = [0, 1, 2].map((at) => maskPart(ends[at], ends[at + 1]));
  if (parts.join("") !== masked) {
    // A secret around a placeholder, which stays, or one that the caret would cut in two.
    const [before, marked, after] = cut;
    const found = marked.startsWith("{{")
      ? nthOf(masked, marked, before.split(marked).length)
      : besideMasked(masked, { before, marked, after });
    if (found === undefined) {
      // Where the place begins is not known: about where the text before it ends.
      const at = parts[0].length;
      const rest = [masked.slice(0, at), masked.slice(at)].map(visible);
      const view = windowed(
        { before: rest[0], marked: "", after: rest[1] },
        width,
      );
      return { line, text: view.before + view.after };
    }
    parts = found;
  }
  const [before, marked, after] = parts.map(visible);
  const view = windowed({ before, marked, after }, width);
  return {
    line,
    text: view.before + view.marked + view.after,
    start: view.before.length,
    length: view.marked.length,
  };
}

/** The texts that a part of a line has, or pieces of them. */
function textsWithin(
  texts: readonly LineText[],
  from: number,
  to: number,
): LineText[] {
  return texts.filter((it) => it.from < to && it.to > from).map((it) => ({
    ...it,
    from: Math.max(it.from, from) - from,
    to: Math.min(it.to, to) - from,
  }));
}

/** The parts of a masked line that shows all up to the marked part's end, or all from its beginning on. */
function besideMasked(
  masked: string,
  { before, marked, after }: View,
): string[] | undefined {
  if (masked.startsWith(before + marked)) {
    return [before, marked, masked.slice(before.length + marked.length)];
  }
  if (masked.endsWith(marked + after)) {
    return [
      masked.slice(0, masked.length - (marked + after).length),
      marked,
      after,
    ];
  }
  return undefined;
}

/** A text before, at and behind the nth place that it has another one at. */
function nthOf(text: string, part: string, nth: number): string[] | undefined {
  let at = -1;
  for (let count = 0; count < nth; count++) {
    at = text.indexOf(part, at + 1);
    if (at === -1) return undefined;
  }
  return [text.slice(0, at), part, text.slice(at + part.length)];
}

interface View {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Cuts a line that is too long so that the marked part stays in sight. */
function windowed(line: View, width: number): View {
  const { before } = line;
  const [columnsBefore, columnsMarked, columnsAfter] = [
    before,
    line.marked,
    line.after,
  ].map(displayWidth);
  if (columnsBefore + columnsMarked + columnsAfter <= width) return line;
  // It is what the message is about: the rest of the line makes room for it.
  const isCut = columnsMarked > width;
  const lead = Math.min(columnsBefore, LEAD, width >> 2);
  const marked = isCut
    ? `${firstColumns(line.marked, width - lead - 1)}…`
    : line.marked;
  const after = isCut ? "" : line.after;
  const room = width - displayWidth(marked);
  const left = Math.min(
    columnsBefore,
    Math.max(room >> 1, room - displayWidth(after)),
  );
  return {
    before: left < columnsBefore ? `…${lastColumns(before, left)}` : before,
    marked,
    after: room - left < displayWidth(after)
      ? `${firstColumns(after, room - left)}…`
      : after,
  };
}

/** Tabs become blanks; other controls become visible, so that a file cannot command the terminal. */
function visible(text: string): string {
  return text.replaceAll("\t", "  ").replace(
    // deno-lint-ignore no-control-regex
    /[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (control) => {
      const code = control.charCodeAt(0);
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
    },
  );
}
