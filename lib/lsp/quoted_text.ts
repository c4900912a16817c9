import { parseYaml } from "../core/collection/yaml/parse_yaml.ts";
import { lineColumn } from "../core/source/line_starts.ts";

/** A text that takes the place of a stretch. */
export interface QuotedText {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text of YAML that begins with a placeholder at an offset, in quotes;
 * undefined where quotes alone do not make it one.
 */
export function quotedText(
  file: string,
  source: string,
  start: number,
): QuotedText | undefined {
  if (!source.startsWith("{{", start)) return undefined;
  const [rest] = source.slice(start).split(/\r?\n/, 1);
  const line = source.slice(source.lastIndexOf("\n", start - 1) + 1, start);
  const pattern = isInBrackets(line) ? IN_BRACKETS : IN_LINE;
  const plain = pattern.exec(rest)?.[0].trimEnd();
  if (plain === undefined) return undefined;
  const end = start + plain.length;
  const text = quoted(plain);
  const { diagnostics } = parseYaml(
    file,
    source.slice(0, start) + text + source.slice(end),
  );
  const { line: own } = lineColumn(source, start);
  // Another line may have a mistake of its own.
  const isMended = diagnostics.every(({ severity, location }) =>
    severity !== "error" || (location?.line ?? 0) > own
  );
  return isMended ? { start, end, text } : undefined;
}

/** As far as a comment. */
const IN_LINE = /^(?:(?!\s#).)+/;
/** As far as what follows in a list or a mapping in brackets, which a placeholder may hold, too. */
const IN_BRACKETS = /^(?:\{\{.*?\}\}|(?!\s#)[^,[\]{}])+/;

/** Whether brackets that a line opens are still open at its end. */
function isInBrackets(line: string): boolean {
  const bare = line.replace(/"(?:\\.|[^"\\])*"|'[^']*'|\{\{.*?\}\}/g, "");
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
  return count(/[[{]/g) > count(/[\]}]/g);
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
