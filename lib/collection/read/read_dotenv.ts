import type { Diagnostic } from "../../source/diagnostic.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "\\": "\\",
  $: "$",
};

/**
 * Reads a `.env` file: `NAME=value` lines, `export` before a name, `#`
 * comments, values in single quotes (as written) or double quotes (with
 * escapes), both over several lines. `$NAME` in a value is not expanded.
 * A later line wins; a line that is none of these is warned about.
 */
export function readDotenv(
  file: string,
  text: string,
): { value: Map<string, string>; diagnostics: Diagnostic[] } {
  const value = new Map<string, string>();
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
      quoted.lastIndex = name.lastIndex;
      const quote = quoted.exec(source);
      if (quote) {
        end = endOfLine(source, quoted.lastIndex);
        value.set(match[1], unquote(quote));
      } else {
        value.set(match[1], plain(source.slice(name.lastIndex, end)));
      }
    } else if (!/^[ \t]*(?:#|$)/.test(source.slice(at, end))) {
      diagnostics.push({
        code: "INVALID_SYNTAX",
        severity: "warning",
        message: `Ignored line ${line} of "${file}": expected NAME=value`,
        location: { file, line, column: 1 },
      });
    }
    line += source.slice(at, end).split("\n").length;
    at = end + 1;
  }
  return { value, diagnostics };
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
