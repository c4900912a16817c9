import { blockStartIn } from "./blocks.ts";
import { BruSyntaxError } from "./bru_syntax_error.ts";
import { lineAt } from "./line_at.ts";
import { parseAnnotation } from "./parse_annotation.ts";
import type { BruAnnotation, BruBlock, BruPair } from "./shape.ts";

/** Where the values of secrets are, as their names alone are in the file. */
const VALUES = "BRACE_SECRET_… or a secrets file gives its value";

/**
 * Reads `[a, ~b]`: names with commas or line ends between them, from after the
 * bracket. Anything else beside a name is an error, as in Bruno: what a person
 * writes there is the value of a secret, which would become a name and be shown.
 */
export function parseList(
  source: string,
  from: number,
  head: Pick<BruBlock, "name" | "nameAt">,
): { block: BruBlock; end: number } {
  const pairs: BruPair[] = [];
  let annotations: BruAnnotation[] = [];
  const blank = /[\s,]*/y;
  const name = /[^\s,[\]]+/y;
  const separator = /[ \t]*(?:[,\]]|\r?\n|$)/y;
  for (let at = from;;) {
    blank.lastIndex = at;
    blank.exec(source);
    at = blank.lastIndex;
    if (source[at] === "]") {
      return { block: { ...head, pairs }, end: at + 1 };
    }
    const annotation = parseAnnotation(source, at);
    if (annotation) {
      annotations.push(annotation.annotation);
      at = annotation.end;
      continue;
    }
    name.lastIndex = at;
    const match = name.exec(source);
    // Looked at once a line, for a long list in one line.
    const isNext = source[at - 1] === "\n" &&
      blockStartIn(source.slice(at, lineAt(source, at).end));
    if (!match || isNext) {
      throw new BruSyntaxError(
        `the list "${head.name}" has no end: "]" is missing`,
        head.nameAt,
      );
    }
    separator.lastIndex = name.lastIndex;
    if (/[:=]/.test(match[0]) || !separator.test(source)) {
      throw new BruSyntaxError(
        `"${head.name}" is a list of names, and this line has more than a name (write the name alone; ${VALUES})`,
        { start: at, end: lineAt(source, at).end },
        true,
      );
    }
    const disabled = match[0].startsWith("~");
    const start = at + (disabled ? 1 : 0);
    at = name.lastIndex;
    pairs.push({
      name: source.slice(start, at),
      nameAt: { start, end: at },
      disabled,
      value: { form: "line", text: "", start: at, end: at },
      annotations,
    });
    annotations = [];
  }
}

/** The error for names of secrets in braces, where Bruno reads no lines `name: value`. */
export function notAList(
  { name, nameAt }: Pick<BruBlock, "name" | "nameAt">,
): BruSyntaxError {
  return new BruSyntaxError(
    `"${name}" is a list of names in brackets, not in braces (write "${name} [", each name alone on a line, and "]"; ${VALUES})`,
    nameAt,
    true,
  );
}
