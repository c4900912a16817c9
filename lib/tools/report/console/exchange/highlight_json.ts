import type { Style } from "../../style.ts";
import { jsonTokens } from "../../text/json_tokens.ts";

/** Stresses names, texts, numbers and words in a line of JSON. */
export function highlightJson(line: string, style: Style): string {
  let out = "";
  let at = 0;
  for (const { start, end, isText } of jsonTokens(line)) {
    const token = line.slice(start, end);
    out += line.slice(at, start);
    at = end;
    if (isText) {
      out += (isName(line, end) ? style.cyan : style.green)(token);
    } else out += /^[\w.+-]/.test(token) ? style.yellow(token) : token;
  }
  return out + line.slice(at);
}

/** A text with a colon behind it. */
function isName(line: string, end: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(line);
}
