/** A stretch of a line, with the class of its colour. */
export interface LineSegment {
  readonly text: string;
  readonly kind?: "key" | "string" | "number" | "literal" | "comment";
}

/** Characters of a line that are shown. */
export const MAX_LINE = 4000;

const JSON_TOKEN =
  /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
const XML_TOKEN =
  /(<!--.*?(?:-->|$))|(<\/?[\w:.-]+|\/?>|<\?[\w-]+|\?>)|([\w:.-]+)(?==["'])|("[^"]*"|'[^']*')/g;

/** A line of JSON or XML in colours; only lines in sight are asked for. */
export function lineSegments(
  line: string,
  language: "json" | "xml" | "text",
): LineSegment[] {
  if (language === "text") return [{ text: line }];
  const segments: LineSegment[] = [];
  let from = 0;
  const add = (at: number, text: string, kind: LineSegment["kind"]) => {
    if (at > from) segments.push({ text: line.slice(from, at) });
    segments.push({ text, ...kind !== undefined && { kind } });
    from = at + text.length;
  };
  if (language === "json") {
    for (
      const { index, 1: string, 2: colon, 3: number, 0: all } of line.matchAll(
        JSON_TOKEN,
      )
    ) {
      if (string !== undefined) {
        add(index, string, colon === undefined ? "string" : "key");
        const end = index + all.length;
        // A line of a member is easier to read with a blank, where none stands.
        if (colon !== undefined && end < line.length && line[end] !== " ") {
          segments.push({ text: `${colon} ` });
          from = end;
        }
      } else add(index, all, number === undefined ? "literal" : "number");
    }
  } else {
    for (
      const { index, 0: all, 1: comment, 2: tag, 3: name } of line.matchAll(
        XML_TOKEN,
      )
    ) {
      add(index, all, comment ? "comment" : tag || name ? "key" : "string");
    }
  }
  if (from < line.length) segments.push({ text: line.slice(from) });
  return segments;
}
