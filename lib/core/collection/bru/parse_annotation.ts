import type { BruAnnotation } from "./shape.ts";

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * Reads a line `@name` or `@name(argument)`, the argument in quotes, between
 * `'''` or as it stands. Undefined for any other line (`@local: x` is a pair).
 */
export function parseAnnotation(
  source: string,
  from: number,
): { annotation: BruAnnotation; end: number } | undefined {
  const head = /[ \t]*@([^()\s:]+)(\(?)/y;
  head.lastIndex = from;
  const match = head.exec(source);
  if (!match) return undefined;
  let end = head.lastIndex;
  let argument = "";
  if (match[2] === "(") {
    const read = readArgument(source, end);
    if (!read || source[read.end] !== ")") return undefined;
    argument = read.text;
    end = read.end + 1;
  }
  const rest = /[ \t]*(?=\r?\n)/y;
  rest.lastIndex = end;
  if (!rest.exec(source)) return undefined;
  return { annotation: { name: match[1], argument }, end: rest.lastIndex };
}

function readArgument(
  source: string,
  from: number,
): { text: string; end: number } | undefined {
  if (source.startsWith("'''", from)) {
    const close = source.indexOf("'''", from + 3);
    return close === -1 ? undefined : {
      text: withoutIndent(source.slice(from + 3, close)),
      end: close + 3,
    };
  }
  const forms = /'([^'\r\n]*)'|"((?:\\[^\r\n]|[^"\\\r\n])*)"|([^)\r\n]*)/y;
  forms.lastIndex = from;
  const match = forms.exec(source);
  if (!match) return undefined;
  const [, single, double, plain] = match;
  return {
    text: double?.replace(
      /\\([rnt"\\])/g,
      (_, unit: string) => ESCAPES[unit] ?? unit,
    ) ?? single ?? plain,
    end: forms.lastIndex,
  };
}

/** Lines without the blanks that all of them begin with, and without the empty first and last. */
function withoutIndent(text: string): string {
  const lines = text.split(/\r?\n/);
  if (lines.length === 1) return text;
  if (lines[0] === "") lines.shift();
  if (lines.at(-1)?.trim() === "") lines.pop();
  let indent = Infinity;
  for (const line of lines) {
    if (line.trim() !== "") {
      indent = Math.min(indent, line.length - line.trimStart().length);
    }
  }
  return lines.map((line) => line.slice(indent)).join("\n");
}
