import { hashOf, keyText, plainText } from "../yaml.ts";

/** The file that says of all others, except requests, which version of the document they know. */
export const MAIN = "opencollection.yml";

/** Such as `environments/Local.yml: sha256-…`. */
const LINE = /^ +(\S.*): sha256-([\da-f]{16})\n/gm;
/** What the lines stand in, where it holds nothing else. */
const AROUND = /^ +source:\n +files:\n(?=(?! +\S.*: sha256-)|$)/m;
const EMPTY = /\n?^extensions:\n +brace:\n(?=\S|\n|$(?!\n))/m;
/** The marks and what they stand in. */
const BLOCK = /^( +)source:\n +files:\n(?: +\S.*: sha256-[\da-f]{16}\n)*/m;
const SEQ = /^ {2}seq: (\d+)(?=\r?$)/m;

/** What `opencollection.yml` says of the files, by their paths. */
export function fileMarks(main: string): Map<string, string> {
  return new Map(
    [...unix(main).matchAll(LINE)].map((
      [, key, hash],
    ) => [plainText(key), hash]),
  );
}

/** The marks of files as they come from the document. */
export function marksOf(
  files: Iterable<readonly [path: string, text: string]>,
): Map<string, string> {
  return new Map([...files].map(([path, text]) => [path, fileHash(text)]));
}

/** Of what a person can have edited: not of the marks, nor of the place in the order. */
export function fileHash(text: string): string {
  return hashOf(withoutMarks(unix(text)).replace(SEQ, ""));
}

/** A file's text without marks. */
export function withoutMarks(main: string): string {
  return main.replace(LINE, "").replace(AROUND, "").replace(EMPTY, "");
}

/** `opencollection.yml` with the marks of the files; as it is where its extensions are in one line. */
export function withFileMarks(
  main: string,
  marks: ReadonlyMap<string, string>,
): string {
  const text = unix(main);
  const lines = (indent: string) =>
    [
      `${indent}source:\n${indent}  files:\n`,
      ...[...marks].map(([path, hash]) =>
        `${indent}    ${keyText(path)}: sha256-${hash}\n`
      ),
    ].join("");
  const marked = BLOCK.test(text)
    ? text.replace(BLOCK, (_, indent: string) => lines(indent))
    : inserted(text, lines);
  return main.includes("\r\n") ? marked.replaceAll("\n", "\r\n") : marked;
}

function inserted(text: string, lines: (indent: string) => string): string {
  const brace = /^extensions:\n(?: +.*\n)*?( +)brace:\n(?=( +))/m.exec(text);
  const [, outer, inner] = brace ?? [];
  if (brace !== null && inner.length > outer.length) {
    const at = brace.index + brace[0].length;
    return text.slice(0, at) + lines(inner) + text.slice(at);
  }
  const extensions = /^extensions:\n( +)\S/m.exec(text);
  if (extensions !== null) {
    const [, indent] = extensions;
    const at = extensions.index + "extensions:\n".length;
    return `${text.slice(0, at)}${indent}brace:\n${lines(`${indent}  `)}${
      text.slice(at)
    }`;
  }
  if (/^extensions:/m.test(text)) return text;
  return `${text.replace(/\n*$/, "\n")}\nextensions:\n  brace:\n${
    lines("    ")
  }`;
}

/** A folder's file keeps the place that it has here. */
export function inPlaceOf(text: string, here: string): string {
  const [line] = SEQ.exec(unix(here)) ?? [];
  return line === undefined ? text : text.replace(SEQ, () => line);
}

/** The place that a folder's file gives. */
export function placeIn(text: string): number | undefined {
  const seq = SEQ.exec(text)?.[1];
  return seq === undefined ? undefined : Number(seq);
}

/** A folder's file with another place. */
export function withPlace(text: string, place: number | undefined): string {
  return place === undefined ? text : text.replace(SEQ, `  seq: ${place}`);
}

function unix(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
