import { CONTROL_CHARACTERS, escapeCharacter } from "./escape_controls.ts";

/** What a printed text is, which says how it is made harmless. */
export type OutputForm =
  /** Lines for a person. */
  | "lines"
  /** The same with commands for GitHub, which are meant, and text of others in brackets of such commands. */
  | "log"
  /** For another program, byte by byte: code, a message, a page. */
  | "text"
  | "json"
  | "xml"
  | "markdown";

/** Who reads what is printed. */
export interface OutputReader {
  readonly terminal: boolean;
  /** GitHub Actions takes lines that begin with `::`, or that have `##[` anywhere, for commands. */
  readonly github: boolean;
}

/** Brace's own stress of text, and the start of a line that is written anew. */
const OWN = "\\x1b\\[(?:1|2|22|3[1236]|39)m|\\r\\x1b\\[K|\\r?\\n|\\t";
const IN_LINES = new RegExp(`(?!${OWN})${CONTROL_CHARACTERS}`, "gu");
/** In a format that has line breaks and tabs of its own. */
const IN_FORMAT = new RegExp(`(?!\\r?\\n|\\t)${CONTROL_CHARACTERS}`, "gu");

const COMMAND = /^([^\S\r\n]*):(?=:)/gm;
const OLD_COMMAND = /##(?=\[)/g;

/**
 * Makes a text safe to print: what a collection, a server or a script puts into
 * it can neither steer a terminal nor hide there, and gives GitHub no commands.
 * A format that can write such characters otherwise means the same afterwards.
 */
export function guardOutput(
  text: string,
  form: OutputForm,
  { terminal, github }: OutputReader,
): string {
  switch (form) {
    case "lines":
    case "log": {
      const safe = text.replace(IN_LINES, escapeCharacter);
      return github && form === "lines"
        ? safe.replace(COMMAND, "$1\\x3a").replace(OLD_COMMAND, "#\\x23")
        : safe;
    }
    case "text":
      return terminal ? text.replace(IN_FORMAT, "") : text;
    case "json": {
      const safe = text.replace(IN_FORMAT, jsonEscape);
      // Of what is written piece by piece the next one may go on with a bracket.
      return github ? safe.replace(/#(?=#|$)/g, "\\u0023") : safe;
    }
    case "xml":
    case "markdown": {
      const safe = text.replace(IN_FORMAT, reference);
      return github
        ? safe.replace(COMMAND, "$1&#58;").replace(OLD_COMMAND, "#&#35;")
        : safe;
    }
    default:
      return form satisfies never;
  }
}

/** A character as JSON writes it: in two halves where it is long. */
function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}

function reference(character: string): string {
  return `&#x${character.codePointAt(0)!.toString(16)};`;
}
