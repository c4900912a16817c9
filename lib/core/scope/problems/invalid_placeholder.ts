import type { PlaceholderPart } from "../../template/types.ts";
import type { Problem } from "./problem.ts";

/** What to say of a placeholder of `source` that cannot be parsed. */
export function invalidPlaceholder(
  part: PlaceholderPart,
  source: string,
): Problem {
  return {
    code: "INVALID_SYNTAX",
    message: `Cannot parse "${shown(part, source)}": ${part.problem!.message}`,
  };
}

/** A placeholder on one line, as far as it helps to show it. */
function shown(part: PlaceholderPart, source: string): string {
  const text = source.slice(part.start, Math.min(part.end, part.start + 60))
    .replace(/[^\S ]|\p{Cc}|\p{Cf}/gu, escaped);
  return part.end > part.start + 60 ? `${text}…` : text;
}

/** A character that cannot be seen, as JSON may write it. */
function escaped(character: string): string {
  const text = JSON.stringify(character).slice(1, -1);
  if (text !== character) return text;
  const hex = character.codePointAt(0)!.toString(16).padStart(4, "0");
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`;
}
