import { wrapWords } from "../../core/source/display_width.ts";
import { proseWidth } from "../../host/terminal/width.ts";

/** Words; a short text in quotes, such as a path, is not broken. */
const WORDS = /(?:"[^"\n]{0,60}"|(?<![^ ])'[^'\n]{0,60}'|[^ ])+/g;

/** Lines of a text, each with its indent and a line end. */
export function wrapped(text: string, indent = "", hanging = indent): string {
  const width = proseWidth(Deno.stdout);
  const lines = wrapWords(text.match(WORDS) ?? [], {
    width: width - hanging.length,
    first: width - indent.length,
  });
  return lines.map((line, at) => `${at === 0 ? indent : hanging}${line}\n`)
    .join("");
}
