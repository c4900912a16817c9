import { parseAnnotation } from "./parse_annotation.ts";
import { BruSyntaxError } from "./syntax_error.ts";
import type { BruAnnotation, BruBlock, BruPair } from "./types.ts";

/** Reads `[a, ~b]`: names with commas or line ends between them, from after the bracket. */
export function parseList(
  source: string,
  from: number,
  head: Pick<BruBlock, "name" | "nameAt">,
): { block: BruBlock; end: number } {
  const pairs: BruPair[] = [];
  let annotations: BruAnnotation[] = [];
  const blank = /[\s,]*/y;
  const name = /[^\s,[\]]+/y;
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
    if (!match) {
      throw new BruSyntaxError(
        `the list "${head.name}" has no end: "]" is missing`,
        head.nameAt,
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
