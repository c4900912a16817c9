import type { Part } from "../template/types.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "\\": "\\",
};

/** The parts of a right side with the escapes in its own text undone; what values bring stays. */
export function unescapeParts(parts: readonly Part[]): Part[] {
  return trimmed(parts).map((part) =>
    part.kind === "text" ? { ...part, text: unescape(part.text) } : part
  );
}

/** The same of a list of items between commas, in which those in quotes stay as they are. */
export function unescapeItems(parts: readonly Part[]): Part[] {
  let quote = "";
  let atStart = true;
  return parts.map((part) => {
    if (part.kind === "placeholder") {
      atStart = false;
      return part;
    }
    const text = part.text.replace(
      /\\[^]|[^]/g,
      (found) => {
        const opens = quote === "" && atStart &&
          (found === '"' || found === "'");
        if (opens) quote = found;
        else if (quote === "") {
          atStart = found === "," || atStart && found.trim() === "";
          return unescape(found);
        } else if (found === quote || found.endsWith(quote)) quote = "";
        return found;
      },
    );
    return { ...part, text };
  });
}

function unescape(text: string): string {
  return text.replace(/\\([nrt\\])/g, (_, letter) => ESCAPES[letter]);
}

/** Without the blanks around, before an escape makes one of its own. */
function trimmed(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    if (part.kind === "placeholder") return part;
    let { text } = part;
    if (index === 0) text = text.trimStart();
    if (index === parts.length - 1) text = text.trimEnd();
    return { ...part, text };
  });
}
