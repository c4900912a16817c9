import type { Diagnostic } from "../../source/diagnostic.ts";
import { otherLine } from "./read_dotenv.ts";

/**
 * An entry as the package `dotenv` finds it, which Bruno uses. Its blanks stay
 * on one line where that means the same, so that no text takes long.
 */
const ENTRY =
  /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)(?:\s*=|:\s+?)(?:(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`)|([^#\n]+))?\s*(?:#.*)?$/gm;

/**
 * Reads the `.env` of a folder with `bruno.json` as Bruno does: `\n` and `\r`
 * in double quotes are the only escapes, a `#` outside quotes begins a comment,
 * and a quote that does not end the value is text, which is warned about, like
 * lines that Bruno skips. A merge conflict is an error.
 */
export function readBrunoDotenv(
  file: string,
  text: string,
): {
  value: Map<string, string>;
  /** Where the entries begin. */
  places: Map<string, { line: number }>;
  diagnostics: Diagnostic[];
} {
  const value = new Map<string, string>();
  const places = new Map<string, { line: number }>();
  const diagnostics: Diagnostic[] = [];
  const source = text.replace(/\r\n?/g, "\n");
  let line = 1;
  /** Goes on to an entry, over lines that are none. */
  const skip = (between: string) => {
    for (const [index, one] of between.split("\n").entries()) {
      if (index > 0) line++;
      const other = otherLine(file, one, line);
      if (other) diagnostics.push(other);
    }
  };
  let at = 0;
  for (const match of source.matchAll(ENTRY)) {
    const [whole, name, quoted, plain = ""] = match;
    skip(source.slice(at, match.index));
    const written = (quoted ?? plain).trim();
    const text = written.replace(/^(["'`])([^]*)\1$/gm, "$2");
    if (/^["'`]/.test(written) && text === written) {
      diagnostics.push({
        code: "INVALID_SYNTAX",
        severity: "warning",
        message:
          `Read "${name}" in "${file}" with its quotes, as Bruno does: one is not closed, or text follows it`,
        location: { file, line, column: 1, confidential: true },
      });
    }
    places.set(name, { line });
    value.set(
      name,
      written.startsWith('"')
        ? text.replaceAll("\\n", "\n").replaceAll("\\r", "\r")
        : text,
    );
    line += whole.split("\n").length - 1;
    at = match.index + whole.length;
  }
  skip(source.slice(at));
  return { value, places, diagnostics };
}

/** What begins another value if a quote goes on behind its end. */
const BEHIND = ["'", '"', "`"].map((quote) => `\nA=${quote}# ${quote}`).join(
  "",
);

/** A value as a `.env` of Bruno's has it; undefined if none can. */
export function brunoDotenvValue(value: string): string | undefined {
  const escaped = value.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  const single = `'${value}'`;
  const isPlain = /^[\w./:@+=-]*$/.test(value);
  return [
    ...(isPlain ? [value] : []),
    // Other readers take a quote inside for the end.
    ...(/['\n]/.test(value) ? [] : [single]),
    ...(value.includes('"') ? [] : [`"${escaped}"`]),
    ...(value.includes("`") ? [] : [`\`${value}\``]),
    single,
    `"${escaped}"`,
    value,
  ].find((one) =>
    readBrunoDotenv("", `X=${one}${BEHIND}`).value.get("X") === value
  );
}
