import type { Scalar } from "yaml";
import type { Shape } from "../../../core/collection/shape/types.ts";
import { indentJson } from "./indent_json.ts";
import { blockOf, quoted } from "./quote.ts";
import type { Block, Inline } from "./tree.ts";

/**
 * A scalar in its one style: bodies and scripts are blocks of lines, as are
 * other texts of several; texts with placeholders are quoted; what is plain
 * stays plain, as numbers and words are not texts.
 */
export function scalarValue(
  scalar: Scalar,
  { source, shape }: { source: string; shape: Shape },
): Inline | Block {
  const { value, type, range } = scalar;
  const written = source.slice(range?.[0] ?? 0, range?.[1] ?? 0);
  const code = shape.kind === "text" ? shape.code : undefined;
  if (typeof value !== "string") return { kind: "inline", text: written };
  const isPlain = type === "PLAIN";
  // It could be a number for another reader.
  if (isPlain && /^[\w.+-]*$/.test(value)) {
    return { kind: "inline", text: value };
  }
  if (code !== undefined && value !== "") {
    const text = code === "json" ? indentJson(value) : value;
    return blockOf(text) ?? quoted(text);
  }
  if (type === "BLOCK_LITERAL") return blockOf(value) ?? quoted(value);
  if (type === "BLOCK_FOLDED") return folded(written) ?? textOf(value);
  if (isPlain && !value.includes("\n") && !value.includes("{{")) {
    return { kind: "inline", text: value };
  }
  // Whoever writes an escape means to show the character.
  return type === "QUOTE_DOUBLE" && /\\[^"\\n]/.test(written) &&
      !written.includes("\n")
    ? { kind: "inline", text: written }
    : textOf(value);
}

function textOf(text: string): Inline | Block {
  return text.includes("\n") ? blockOf(text) ?? quoted(text) : quoted(text);
}

/** Prose that is folded stays so, line by line. */
function folded(written: string): Block | undefined {
  const [header, ...rest] = written.replace(/\n$/, "").split("\n");
  const indent = /^ */.exec(rest.find((line) => line.trim() !== "") ?? "")![0];
  const style = /^>[+-]?(?=[ \t]|$)/.exec(header)?.[0];
  const isEven = rest.every((line) =>
    line.startsWith(indent) || line.trim() === ""
  );
  return style === undefined || indent === "" || !isEven ? undefined : {
    kind: "block",
    header: style,
    lines: rest.map((line) => line.slice(indent.length)),
  };
}
