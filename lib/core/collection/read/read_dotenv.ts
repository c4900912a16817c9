import type { Diagnostic } from "../../source/diagnostic.ts";
import {
  CONFLICT_MARKER,
  conflictMessage,
} from "../../source/merge_conflict.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "\\": "\\",
  $: "$",
};

const QUOTE = /^["'`]/;

/**
 * Reads a `.env` file: `NAME=value` lines, `export` before a name, `#`
 * comments, values in single quotes (as written) or double quotes (with
 * escapes), both over several lines. `$NAME` in a value is not expanded.
 * A later line wins; any other line is warned about. A quote that
 * is not closed, text behind a closing one and a merge conflict are errors.
 */
export function readDotenv(
  file: string,
  text: string,
): {
  value: Map<string, string>;
  /** Where the values begin. */
  places: Map<string, { line: number; column: number }>;
  diagnostics: Diagnostic[];
} {
  const value = new Map<string, string>();
  const places = new Map<string, { line: number; column: number }>();
  const diagnostics: Diagnostic[] = [];
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const name = /[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/y;
  const quoted = /"([^"\\]*(?:\\[^][^"\\]*)*)"|'([^']*)'|`([^`]*)`/y;
  let line = 1;
  for (let at = 0; at < source.length;) {
    let end = endOfLine(source, at);
    name.lastIndex = at;
    const match = name.exec(source);
    if (match && match.index + match[0].length <= end) {
      const start = name.lastIndex;
      places.set(match[1], { line, column: start - at + 1 });
      quoted.lastIndex = start;
      const quote = quoted.exec(source);
      const fault = (state: string) =>
        diagnostics.push({
          code: "INVALID_SYNTAX",
          severity: "error",
          message: `Cannot read "${match[1]}" in "${file}": ${state}`,
          location: { file, line, column: start - at + 1, confidential: true },
        });
      if (quote) {
        end = endOfLine(source, quoted.lastIndex);
        value.set(match[1], unquote(quote));
        if (!/^[ \t]*(?:$|[ \t]#)/.test(source.slice(quoted.lastIndex, end))) {
          fault(
            'text follows the closing quote (put the whole value in quotes; in "…", write a quote as \\")',
          );
        }
      } else if (QUOTE.test(source.slice(start, end))) {
        fault(
          "the quote that its value begins with is not closed (close it, or use the other kind of quotes)",
        );
      } else {
        value.set(match[1], plain(source.slice(start, end)));
      }
    } else {
      const other = otherLine(file, source.slice(at, end), line);
      if (other) diagnostics.push(other);
    }
    line += source.slice(at, end).split("\n").length;
    at = end + 1;
  }
  return { value, places, diagnostics };
}

/** What is wrong with a line without an entry: nothing with a blank one or a comment. */
export function otherLine(
  file: string,
  text: string,
  line: number,
): Diagnostic | undefined {
  if (/^\s*(?:#|$)/.test(text)) return undefined;
  const isConflict = CONFLICT_MARKER.exec(text)?.index === 0;
  return {
    code: "INVALID_SYNTAX",
    severity: isConflict ? "error" : "warning",
    message: isConflict
      ? conflictMessage(file, text.slice(0, 7))
      : `Ignored line ${line} of "${file}": expected NAME=value`,
    location: { file, line, column: 1, confidential: true },
  };
}

function unquote([, double, single, backtick]: RegExpExecArray): string {
  if (double === undefined) return single ?? backtick;
  return double.replace(
    /\\([^])/g,
    (escape, character) => ESCAPES[character] ?? escape,
  );
}

/** An unquoted value ends at the line's end or at ` #`. */
function plain(text: string): string {
  const comment = text.search(/(?:^|[ \t])#/);
  return (comment === -1 ? text : text.slice(0, comment)).trim();
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end === -1 ? source.length : end;
}
