import type { Masker } from "../../../core/secrets/masker.ts";
import type { ConsoleKind } from "../kinds.ts";
import type { Style } from "../style.ts";
import { MAX_PROSE } from "../../../core/source/max_prose.ts";
import { breakLines } from "../text/fit.ts";
import { escapeControls, printableLines } from "../text/escape_controls.ts";

/** Of which requests everything is shown: what was sent, the responses, every check, all console output. */
export type Verbosity = "none" | "failed" | "all";

/** How a console report looks. */
export interface ConsoleOptions {
  readonly style: Style;
  readonly verbose: Verbosity;
  /** Which requests have lines of their own; default: pretty, all of them. */
  readonly kind?: ConsoleKind;
  /** Columns of the terminal. */
  readonly width: number;
  /** Whether what is longer has to fit into the width, on a terminal: names are cut, lines of bodies and scripts go on below. Default: all stays whole. */
  readonly wraps?: boolean;
  readonly masker: Masker;
  /** The text of a file by the path that diagnostics show, for the lines that they point to. Default: none are shown. */
  readonly source?: (file: string | undefined) => string | undefined;
}

/** What every part of the console report needs. */
export interface Context extends ConsoleOptions {
  /** Columns of running text: it wraps there, on very wide terminals too. */
  readonly prose: number;
  /** Makes a text of anyone safe for one line: masked, controls visible. */
  readonly line: (text: string) => string;
  /** The same for several lines. */
  readonly lines: (text: string) => string[];
  /** Makes a name of the collection's own safe for one line: a file, a request. */
  readonly own: (text: string) => string;
  /** The same for the value of a header or field of that name. */
  readonly field: (name: string, value: string) => string;
}

/** Completes the options. */
export function contextOf(options: ConsoleOptions): Context {
  const { masker, width } = options;
  return {
    ...options,
    prose: Math.max(40, Math.min(width, MAX_PROSE)),
    line: (text) => escapeControls(masker.maskText(text)),
    lines: (text) => printableLines(masker.maskText(text)),
    own: escapeControls,
    field: (name, value) => escapeControls(masker.maskField(name, value)),
  };
}

/** A line of content in as many lines as the terminal needs for it. */
export function contentRows(
  text: string,
  { wraps, width }: Pick<Context, "wraps" | "width">,
): string[] {
  if (!wraps) return [text];
  const indent = " ".repeat(Math.min(text.search(/\S|$/), width >> 1));
  // Most stand below a request, with a bar before them.
  const room = Math.max(20, width - indent.length - 10);
  return breakLines(text.slice(indent.length), room, Infinity)
    .map((row, at) => indent + (at === 0 ? row : `  ${row}`));
}

/** Indents lines; empty ones stay empty. */
export function indent(lines: readonly string[], by: number): string[] {
  return lines.map((line) => line === "" ? "" : " ".repeat(by) + line);
}
