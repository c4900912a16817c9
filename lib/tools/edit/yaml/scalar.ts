import type { Scalar } from "yaml";
import { parse } from "@std/yaml/parse";
import type { Shape } from "../../../core/collection/shape/types.ts";
import {
  blockOf,
  doubleQuoted,
  UNPRINTABLE,
} from "../../convert/format/write_tree.ts";
import { isPlain, otherText } from "../../convert/yaml.ts";
import { type NewLines, newScalar, withIndent } from "./render.ts";

/** A scalar that gets another value. */
export interface OldScalar {
  readonly type: Scalar.Type | undefined;
  /** From its first quote, or its block's header, to its end. */
  readonly written: string;
  readonly value: string;
}

/** What another value of a scalar has to fit. */
export interface ScalarPlace {
  readonly shape: Shape;
  /** Blanks before the key or dash that it belongs to. */
  readonly indent: number;
  readonly step: number;
}

/** A value in the style of the one before where that can hold it, else in the style of `brace fmt`. */
export function restyled(
  data: string | number | boolean | null,
  old: OldScalar,
  place: ScalarPlace,
): NewLines {
  if (typeof data !== "string") return { head: otherText(data), lines: [] };
  const isLine = !data.includes("\n");
  switch (old.type) {
    case "PLAIN":
      if (isLine && staysPlain(data, old)) return { head: data, lines: [] };
      break;
    case "QUOTE_SINGLE":
      if (isLine && !UNPRINTABLE.test(data)) {
        return { head: `'${data.replaceAll("'", "''")}'`, lines: [] };
      }
      if (!isLine) break;
      return { head: doubleQuoted(data), lines: [] };
    case "QUOTE_DOUBLE":
      return { head: doubleQuoted(data), lines: [] };
    case "BLOCK_LITERAL":
    case "BLOCK_FOLDED": {
      const block = inBlock(data, old, place);
      if (block) return block;
      break;
    }
  }
  return newScalar(data, place.shape, place.indent, place);
}

/** Whether a text without quotes is this text, for every reader. */
function staysPlain(text: string, { value }: OldScalar): boolean {
  if (isPlain(text) && !text.includes("{{")) return true;
  // YAML readers disagree about numbers, dates and yes/no: quotes make it text for all of them.
  if (/^[-+.\d]/.test(text) && !/^[-+.\d]/.test(value)) return false;
  if (
    /^[-+.\d][-+.\d:_eExoTZ\s]*$/.test(text) ||
    /^(?:yes|no|on|off|y|n)$/i.test(text)
  ) {
    return false;
  }
  return text !== "" && !UNPRINTABLE.test(text) && !text.includes("\t") &&
    isReadAs(`k: ${text}\n`, text);
}

function isReadAs(yaml: string, text: string): boolean {
  try {
    const read = parse(yaml, { schema: "core" }) as { k?: unknown };
    return read.k === text && Object.keys(read).length === 1;
  } catch {
    return false;
  }
}

/** A text in a block that keeps its header and indentation. */
function inBlock(
  text: string,
  { written, type, value }: OldScalar,
  { indent, step }: ScalarPlace,
): NewLines | undefined {
  const block = blockOf(text);
  const header = /^([|>])([^ \t\r\n]*)([^\r\n]*)/.exec(written);
  if (!block || !header) return undefined;
  const [, , indicators, comment] = header;
  const digit = /\d/.exec(indicators)?.[0];
  const blanks = digit === undefined
    ? /\n( *)[^ \r\n]/.exec(written)?.[1].length ?? indent + step
    : indent + Number(digit);
  const chomping = /[+-]/.exec(block.header)?.[0] ?? "";
  // "|+" says the same as "|" of a text with one line end.
  const old = /[+-]/.exec(indicators)?.[0] ?? "";
  const isKept = old === "+" && text.endsWith("\n");
  if (chomping === "+" && !isKept) return undefined;
  const needsDigit = /^[ \t]/.test(text);
  const number = digit ?? (needsDigit ? String(blanks - indent) : "");
  if (blanks <= indent || blanks - indent > 9 && number !== "") {
    return undefined;
  }
  const folds = type === "BLOCK_FOLDED" &&
    foldedLines(text, { written, value, blanks });
  const mark = folds ? ">" : "|";
  return {
    head: mark + number + (isKept ? "+" : chomping) + comment,
    lines: folds || withIndent(block.lines, blanks),
  };
}

/** Folded lines where those of the old text can be told apart: paragraphs that stay keep theirs. */
function foldedLines(
  text: string,
  { written, value, blanks }: {
    written: string;
    value: string;
    blanks: number;
  },
): string[] | undefined {
  const raw = written.replace(/\r/g, "").split("\n").slice(1)
    .map((line) => line.slice(blanks));
  while (raw.at(-1)?.trim() === "") raw.pop();
  const body = text.replace(/\n$/, "");
  // Lines that begin with blanks, and empty ones, fold in ways of their own.
  const isOdd = (all: string) => /^[ \t]|\n[ \t\n]|[ \t]$|[ \t]\n/.test(all);
  if (isOdd(body) || isOdd(value.trimEnd()) || text.endsWith("\n\n")) {
    return undefined;
  }
  const known = new Map<string, string[]>();
  let group: string[] = [];
  for (const line of [...raw, ""]) {
    if (line !== "") group.push(line);
    else {
      known.set(group.join(" "), group);
      group = [];
    }
  }
  const paragraphs = body.split("\n");
  return paragraphs.flatMap((one, index) => [
    ...(index === 0 ? [] : [""]),
    ...withIndent(known.get(one) ?? [one], blanks),
  ]);
}
