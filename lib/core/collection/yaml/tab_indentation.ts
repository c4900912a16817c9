import type { Diagnostic } from "../../source/diagnostic.ts";

/** A line whose indentation has a tab, before a list item or a key without quotes. */
const INDENTED = /^ *\t[ \t]*(?:- |[^\s"'#{}[\],][^\s"':]*:(?:[ \r]|$))/;
const ANYWHERE = new RegExp(INDENTED.source, "m");
/** The last character of a line before one in a flow collection, where tabs may indent. */
const IN_FLOW = /[[{,]\s*$/;
const BEGINS_BLOCK_SCALAR = /[|>][-+\d]*\s*(?:\s#.*)?$/;

/**
 * A tab that indents a line: the YAML library skips it, and attaches the line
 * to the wrong parent.
 *
 * Source: YAML 1.2.2, 6.1 (tabs do not indent).
 */
export function tabIndentation(
  file: string,
  source: string,
): Diagnostic | undefined {
  if (!ANYWHERE.test(source) || /^\s*[{[]/.test(source)) return undefined;
  let before = "";
  /** The indentation of the line that begins the block scalar. */
  let scalar: number | undefined;
  for (const [index, line] of source.split("\n").entries()) {
    if (line.trim() === "") continue;
    const indentation = line.search(/[^ ]/);
    if (scalar !== undefined && indentation > scalar) continue;
    if (INDENTED.test(line) && !IN_FLOW.test(before)) {
      return {
        code: "YAML_SYNTAX",
        severity: "error",
        message:
          `Cannot read "${file}": a tab indents a line, YAML wants spaces`,
        location: { file, line: index + 1, column: indentation + 1 },
      };
    }
    scalar = BEGINS_BLOCK_SCALAR.test(line) ? indentation : undefined;
    before = line;
  }
}
