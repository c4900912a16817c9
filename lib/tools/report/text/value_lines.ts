import { comparableLines } from "./comparable_lines.ts";
import { indentJson } from "./indent_json.ts";

/** A value's text by lines, for comparisons: an object member by member, a quoted text of several lines without its quotes. */
export function valueLines(text: string): string[] {
  if (/^\s*[[{]/.test(text)) {
    return comparableLines(text) ?? indentJson(text).split("\n");
  }
  if (text.startsWith('"') && text.includes("\\n")) {
    try {
      return String(JSON.parse(text)).split("\n");
    } catch {
      // It was cut: it stays as it is.
    }
  }
  return text.split("\n");
}
