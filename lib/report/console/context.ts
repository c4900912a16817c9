import type { Masker } from "../mask.ts";
import type { Style } from "../style.ts";
import { escapeControls, printableLines } from "../text/escape_controls.ts";

/** How a console report looks. */
export interface ConsoleOptions {
  readonly style: Style;
  /** Shows what was sent, the answers, every check and all console output. */
  readonly verbose: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly masker: Masker;
  /** The text of a file by the path that diagnostics show, for the lines that they point to. Default: none are shown. */
  readonly source?: (file: string | undefined) => string | undefined;
}

/** What every part of the console report needs. */
export interface Context extends ConsoleOptions {
  /** Makes a text of anyone safe for one line: masked, controls visible. */
  readonly line: (text: string) => string;
  /** The same for several lines. */
  readonly lines: (text: string) => string[];
  /** The same for the value of a header or field of that name. */
  readonly field: (name: string, value: string) => string;
}

/** Completes the options. */
export function contextOf(options: ConsoleOptions): Context {
  const { masker } = options;
  return {
    ...options,
    line: (text) => escapeControls(masker.maskText(text)),
    lines: (text) => printableLines(masker.maskText(text)),
    field: (name, value) => escapeControls(masker.maskField(name, value)),
  };
}

/** Indents lines; empty ones stay empty. */
export function indent(lines: readonly string[], by: number): string[] {
  return lines.map((line) => line === "" ? "" : " ".repeat(by) + line);
}
