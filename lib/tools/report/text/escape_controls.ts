import { NARROW_CHARACTERS } from "../../../core/source/display_width.ts";
import { once } from "../../../core/source/once.ts";

/**
 * What could steer a terminal or hide text from the reader: controls, marks
 * that turn the direction of writing, line separators, invisible marks, halves
 * of characters. As a pattern with the flag `u`.
 */
export const CONTROL_CHARACTERS = String
  .raw`[\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e007f}\p{Cs}]`;

const CONTROLS = once(() => new RegExp(CONTROL_CHARACTERS, "gu"));

const SHORT: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/**
 * Makes a text safe to print on one line: what a server, a script or a file
 * puts into it can neither steer the terminal nor hide.
 *
 * @example
 * ```ts
 * import { escapeControls } from "./escape_controls.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(escapeControls("a\x1b[2Jb\n"), "a\\x1b[2Jb\\n");
 * ```
 */
export function escapeControls(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(
    CONTROLS(),
    (character) => SHORT[character] ?? escapeCharacter(character),
  );
}

/** Writes a character that cannot be shown by its code: `\x1b`, `\u202e`. */
export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\u{${code.toString(16)}}`;
}

/** The lines of a text, each safe to print; a tab becomes two spaces. */
export function printableLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) =>
    escapeControls(line.replaceAll("\t", "  "))
  );
}

/** Characters that XML 1.0 has no way to write, and controls that it advises against. */
const ILLEGAL = once(() =>
  // deno-lint-ignore no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]|\p{Cs}/gu
);

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // A parser would make spaces or line feeds of them.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Writes a text for the inside of an XML attribute in quotes. */
export function escapeXmlAttribute(text: string): string {
  return legal(text).replace(/[&<>"'\t\n\r]/g, (it) => ENTITIES[it]);
}

/** Writes a text for the inside of an XML element; line ends stay. */
export function escapeXmlText(text: string): string {
  return legal(text).replace(/[&<>\r]/g, (it) => ENTITIES[it]);
}

function legal(text: string): string {
  return text.replace(ILLEGAL(), escapeCharacter);
}

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
interface OutputReader {
  readonly terminal: boolean;
  /** GitHub Actions takes lines that begin with `::`, or that have `##[` anywhere, for commands. */
  readonly github: boolean;
}

/** Brace's own stress of text, and the start of a line that is written anew. */
const OWN =
  "\\x1b\\[(?:1|2|22|3[1236]|39)m|\\r\\x1b\\[K|(?<=\\r)\\x1b\\[K|\\r?\\n|\\t";
const IN_LINES = once(() =>
  new RegExp(`(?!${OWN})${CONTROL_CHARACTERS}`, "gu")
);
/** Nearly every line without colors; making the pattern above takes longer than printing them. */
const HARMLESS = new RegExp(`^[\\t\\n${NARROW_CHARACTERS}]*$`);
/** In a format that has line breaks and tabs of its own. */
const IN_FORMAT = once(() =>
  new RegExp(`(?!\\r?\\n|\\t)${CONTROL_CHARACTERS}`, "gu")
);

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
      const safe = HARMLESS.test(text)
        ? text
        : text.replace(IN_LINES(), escapeCharacter);
      return github && form === "lines"
        ? safe.replace(COMMAND, "$1\\x3a").replace(OLD_COMMAND, "#\\x23")
        : safe;
    }
    case "text":
      return terminal ? text.replace(IN_FORMAT(), "") : text;
    case "json": {
      const safe = text.replace(IN_FORMAT(), jsonEscape);
      // GitHub reads "##[" as a command, and the next piece may begin with the bracket.
      return github ? safe.replace(/#(?=#|$)/g, "\\u0023") : safe;
    }
    case "xml":
    case "markdown": {
      const safe = text.replace(IN_FORMAT(), reference);
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
