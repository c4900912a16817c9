import type {
  Diagnostic,
  DiagnosticCode,
} from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { everyCode, isCode } from "./code_pages.ts";

/** `# brace-ignore CODE, CODE: reason`; scripts have `//` */
const COMMENT =
  /(?:^|[ \t])(?:#|\/\/)[ \t]*brace-ignore[ \t]+([A-Z_]+(?:[ \t]*,[ \t]*[A-Z_]+)*)[ \t]*(?::|$)/;

/** A comment or nothing. */
const NO_CONTENT = /^[ \t]*(?:#|\/\/|$)/;

/** Lines from the first to the last, in which a code is not told. */
interface Ignored {
  readonly code: DiagnosticCode;
  readonly first: number;
  readonly last: number;
}

/**
 * Leaves out what comments of the files hide, and tells of comments that hide
 * nothing since they name no code. A comment stands above a line (it is for the
 * line and what is indented more below it), at its end, or before everything
 * else in the file.
 *
 * @param source The text of a file, as diagnostics name it.
 * @param files The files in which comments are looked at.
 */
export function withoutIgnored(
  diagnostics: readonly Diagnostic[],
  source: (file: string) => string | undefined,
  files: Iterable<string>,
): Diagnostic[] {
  const ignored = new Map<string, readonly Ignored[]>();
  const wrong: Diagnostic[] = [];
  for (const file of new Set(files)) {
    const text = source(file);
    if (text === undefined || !text.includes("brace-ignore")) continue;
    ignored.set(file, readComments(file, text, wrong));
  }
  const kept = diagnostics.filter((
    { code, location: { file, line = 1 } = {} },
  ) =>
    !(file !== undefined &&
      ignored.get(file)?.some((one) =>
        one.code === code && one.first <= line && line <= one.last
      ))
  );
  return [...kept, ...wrong];
}

function readComments(
  file: string,
  text: string,
  wrong: Diagnostic[],
): Ignored[] {
  const lines = text.split(/\r\n?|\n/);
  const ignored: Ignored[] = [];
  let isTop = true;
  for (const [index, line] of lines.entries()) {
    const isComment = NO_CONTENT.test(line) || /^(?:---|%)/.test(line);
    const [whole, list] = COMMENT.exec(line) ?? [];
    if (list !== undefined) {
      const [first, last] = !isComment
        ? [index + 1, index + 1]
        : isTop
        ? [1, Infinity]
        : block(lines, index + 1);
      for (const match of list.matchAll(/[A-Z_]+/g)) {
        const [code] = match;
        if (isCode(code)) ignored.push({ code, first, last });
        else {
          const at = line.indexOf(whole!) + whole!.indexOf(list) + match.index;
          wrong.push(
            unknownCode(code, { file, line: index + 1, column: at + 1 }),
          );
        }
      }
    }
    if (!isComment) isTop = false;
  }
  return ignored;
}

/** The first line with content from an index on, and what is indented more below it; counted from 1. */
function block(lines: readonly string[], from: number): [number, number] {
  const first = lines.findIndex((line, index) =>
    index >= from && !NO_CONTENT.test(line)
  );
  if (first === -1) return [from + 1, from + 1];
  const indent = lines[first].search(/[^ ]/);
  let last = first;
  for (let index = first + 1; index < lines.length; index++) {
    const own = lines[index].search(/[^ ]/);
    if (own === -1) continue;
    if (own <= indent) break;
    last = index;
  }
  return [first + 1, last + 1];
}

function unknownCode(
  word: string,
  place: { file: string; line: number; column: number },
): Diagnostic {
  const near = nearest(word, everyCode());
  return {
    code: "UNKNOWN_CODE",
    severity: "warning",
    message: `Cannot ignore "${word}": there is no such code${
      didYouMean(near)
    }`,
    ...(near !== undefined && { suggestion: near }),
    location: { ...place, length: word.length },
  };
}
