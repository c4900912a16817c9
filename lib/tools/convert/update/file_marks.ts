import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import { formatYaml, styleOf } from "../format/format_yaml.ts";
import { TreeRefusal } from "../format/to_tree.ts";
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
/** The key, and the lines that belong to it. */
const EXTENSIONS =
  /^extensions:.*\n(?:[ \t}\]].*\n|(?:#.*\n|\n)+(?=[ \t}\]]))*/m;
const SEQ = /^ {2}seq: (\d+)$/m;

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

/**
 * `opencollection.yml` with the marks of the files. Extensions in braces are
 * written on lines of their own for it; where even that cannot be, the text is
 * as it was.
 */
export function withFileMarks(
  main: string,
  marks: ReadonlyMap<string, string>,
): string {
  const text = unix(main).replace(/\n?$/, "\n");
  const lines = (indent: string) =>
    [
      `${indent}source:\n${indent}  files:\n`,
      ...[...marks].map(([path, hash]) =>
        `${indent}    ${keyText(path)}: sha256-${hash}\n`
      ),
    ].join("");
  const put = (text: string) =>
    BLOCK.test(text)
      ? text.replace(BLOCK, (_, indent: string) => lines(indent))
      : inserted(text, lines);
  // A key that is there twice would break the file.
  const isBroken = !isSound(text);
  const sound = (made: string | undefined) =>
    made !== undefined && (isBroken || isSound(made)) ? made : undefined;
  const marked = sound(put(text)) ?? sound(put(inLines(text))) ?? unix(main);
  return main.includes("\r\n") ? marked.replaceAll("\n", "\r\n") : marked;
}

/** Whether a text can be read. */
function isSound(text: string): boolean {
  return parseYaml(MAIN, text).diagnostics
    .every(({ severity }) => severity !== "error");
}

/** The text with the marks in its extensions; undefined where these have no line for them. */
function inserted(
  text: string,
  lines: (indent: string) => string,
): string | undefined {
  const brace = /^extensions:.*\n(?: +.*\n)*?( +)brace:(?: +#.*)?\n(?=( +))/m
    .exec(text);
  const [, outer, inner] = brace ?? [];
  if (brace !== null && inner.length > outer.length) {
    const at = brace.index + brace[0].length;
    return text.slice(0, at) + lines(inner) + text.slice(at);
  }
  const found = EXTENSIONS.exec(text);
  if (found === null) {
    return `${text.replace(/\n*$/, "\n")}\nextensions:\n  brace:\n${
      lines("    ")
    }`;
  }
  const [section] = found;
  const start = /^(extensions:(?: +#.*)?\n)( +)\S/.exec(section);
  if (start === null || /^ +["']?brace["']? *:/m.test(section)) {
    return undefined;
  }
  const [, key, indent] = start;
  const at = found.index + key.length;
  return `${text.slice(0, at)}${indent}brace:\n${lines(`${indent}  `)}${
    text.slice(at)
  }`;
}

/** The text with its extensions on lines of their own; as it is where they are written in a way that has no such form. */
function inLines(text: string): string {
  const [section] = EXTENSIONS.exec(text) ?? [];
  if (section === undefined) return text;
  // Nothing in them is no mapping yet.
  const bare = section.replace(
    /^extensions: *(?:\{ *\}|null|~)?(?= *(?:#.*)?\n$)/,
    "extensions:\n  brace: {}",
  );
  try {
    const block = formatYaml(bare, styleOf("collection")).replace(
      /^( +)brace:(?: \{\}| null| ~)?( #.*)?\n(?!\1 )/m,
      "$1brace:$2\n$1  source:\n$1    files:\n",
    ).replace(
      // Marks in braces are not read: all are written anew.
      /^( +brace:.*\n(?: {4}.*\n)*?) {4}source: *\{.*\}(?: +#.*)?\n/m,
      "$1",
    );
    return text.replace(section, () => block);
  } catch (error) {
    if (error instanceof TreeRefusal) return text;
    throw error;
  }
}

/** A folder's file keeps the place that it has here. */
export function inPlaceOf(text: string, here: string): string {
  const [line] = SEQ.exec(unix(here)) ?? [];
  return line === undefined ? text : text.replace(SEQ, () => line);
}

function unix(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
