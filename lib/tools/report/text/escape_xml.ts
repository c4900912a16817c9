import { escapeCharacter } from "./escape_controls.ts";

/** Characters that XML 1.0 has no way to write, and controls that it advises against. */
const ILLEGAL =
  // deno-lint-ignore no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]|\p{Cs}/gu;

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
  return text.replace(ILLEGAL, escapeCharacter);
}
