import { any } from "../../../core/collection/shape/make.ts";
import { inOrder, narrow } from "../../../core/collection/shape/narrow.ts";
import type { Shape } from "../../../core/collection/shape/types.ts";
import { isPlainObject } from "../../../core/source/plain_value.ts";
import { doubleQuoted } from "../../convert/format/write_tree.ts";
import { viewOfData } from "../../convert/format/view_of_data.ts";
import { keyText, otherText, textValue } from "../../convert/yaml.ts";
import type { EditData } from "../types.ts";

/** Any data. */
export const ANY = any("Any data");

/** How a file indents. */
export interface Indentation {
  /** Blanks of a level. */
  readonly step: number;
  /** Blanks before a dash, from its key. */
  readonly dash: number;
}

/** The shape of a member or an element, by what is above it. */
export function shapeBelow(
  shape: Shape,
  above: unknown,
  key: string | undefined,
): Shape {
  const narrowed = narrow(shape, viewOfData(above));
  if (narrowed.kind === "list") return narrowed.of;
  return narrowed.kind === "mapping" && key !== undefined &&
      Object.hasOwn(narrowed.keys, key)
    ? narrowed.keys[key]
    : ANY;
}

/** The keys of a mapping in their order, for those that its shape knows. */
export function keyRanks(
  shape: Shape,
  data: unknown,
): ReadonlyMap<string, number> {
  const narrowed = narrow(shape, viewOfData(data));
  return new Map(
    narrowed.kind === "mapping"
      ? Object.keys(narrowed.keys).map((key, index) => [key, index])
      : [],
  );
}

/** A value below a key or a dash, whose first line goes on behind it. */
export interface NewLines {
  /** Behind the key or dash; `""` for what begins on the next line. */
  readonly head: string;
  /** The lines below, indented. */
  readonly lines: readonly string[];
}

/** The lines of a new value below a key with this indentation. */
export function newValue(
  data: EditData,
  shape: Shape,
  indent: number,
  style: Indentation,
): NewLines {
  if (Array.isArray(data)) {
    if (data.length === 0) return { head: "[]", lines: [] };
    const lines = elementLines(data, shape, indent + style.dash, style);
    return { head: "", lines };
  }
  if (isPlainObject(data)) {
    if (Object.keys(data).length === 0) return { head: "{}", lines: [] };
    return {
      head: "",
      lines: mappingLines(data as Data, shape, indent + style.step, style),
    };
  }
  return newScalar(data as string, shape, indent, style);
}

type Data = Readonly<Record<string, EditData>>;

/** A scalar in the style of `brace fmt`. */
export function newScalar(
  data: string | number | boolean | null,
  shape: Shape,
  indent: number,
  { step }: Pick<Indentation, "step">,
): NewLines {
  if (typeof data !== "string") return { head: otherText(data), lines: [] };
  const isCode = shape.kind === "text" && shape.code !== undefined;
  const value = textValue(data, isCode);
  if (value.kind === "inline") return { head: value.text, lines: [] };
  // A block would take in the blank lines that follow it.
  if (value.header.endsWith("+")) {
    return { head: doubleQuoted(data), lines: [] };
  }
  return {
    head: value.header.replace("2", String(step)),
    lines: withIndent(value.lines, indent + step),
  };
}

/** Lines with blanks before them, but for empty ones. */
export function withIndent(lines: readonly string[], indent: number): string[] {
  const blanks = " ".repeat(indent);
  return lines.map((line) => line === "" ? "" : blanks + line);
}

/** The lines of a mapping whose keys are indented so far. */
export function mappingLines(
  data: Data,
  shape: Shape,
  indent: number,
  style: Indentation,
): string[] {
  const narrowed = narrow(shape, viewOfData(data));
  const members = Object.entries(data);
  const sorted = narrowed.kind === "mapping"
    ? inOrder(members, narrowed, ([key]) => key)
    : members;
  return sorted.flatMap(([key, value]) =>
    entryLines(key, value, shapeBelow(shape, data, key), indent, style)
  );
}

/** The lines of a list whose dashes are indented so far. */
export function elementLines(
  data: readonly EditData[],
  shape: Shape,
  indent: number,
  style: Indentation,
): string[] {
  return data.flatMap((one) =>
    entryLines(
      undefined,
      one,
      shapeBelow(shape, data, undefined),
      indent,
      style,
    )
  );
}

/** The lines of a member, or of an element where there is no key. */
export function entryLines(
  key: string | undefined,
  data: EditData,
  shape: Shape,
  indent: number,
  style: Indentation,
): string[] {
  const blanks = " ".repeat(indent);
  if (key !== undefined) {
    const { head, lines } = newValue(data, shape, indent, style);
    const start = `${blanks}${keyText(key)}:`;
    return [head === "" ? start : `${start} ${head}`, ...lines];
  }
  const below = Array.isArray(data)
    ? elementLines(data, shape, indent + 2, style)
    : isPlainObject(data)
    ? mappingLines(data as Data, shape, indent + 2, style)
    : [];
  if (below.length > 0) {
    return [`${blanks}- ${below[0].trimStart()}`, ...below.slice(1)];
  }
  const { head, lines } = newValue(data, shape, indent, {
    ...style,
    step: 2,
  });
  return [`${blanks}- ${head}`, ...lines];
}

/** How brackets are written. */
export interface FlowStyle {
  /** Whether all keys and texts are in double quotes. */
  readonly isJson: boolean;
  /** Line end and blanks before each entry; absent: all in one line. */
  readonly lines?: {
    readonly eol: string;
    readonly indent: number;
    readonly step: number;
  };
}

/** Data in brackets. */
export function flowText(data: EditData, style: FlowStyle): string {
  const { isJson, lines } = style;
  if (typeof data === "string") return flowScalar(data, isJson);
  if (typeof data !== "object" || data === null) return otherText(data);
  const isList = Array.isArray(data);
  const inner = lines && { ...lines, indent: lines.indent + lines.step };
  const below = { ...style, ...(inner && { lines: inner }) };
  const parts = isList
    ? data.map((one) => flowText(one, below))
    : Object.entries(data).map(([key, one]) =>
      `${isJson ? doubleQuoted(key) : keyText(key)}: ${flowText(one, below)}`
    );
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return open + close;
  if (!lines || !inner) {
    const pad = isList || isJson ? "" : " ";
    return open + pad + parts.join(", ") + pad + close;
  }
  const gap = lines.eol + " ".repeat(inner.indent);
  return open + gap + parts.join(`,${gap}`) + lines.eol +
    " ".repeat(lines.indent) + close;
}

function flowScalar(text: string, isJson: boolean): string {
  if (isJson || /[\n\r,[\]{}]/.test(text)) return doubleQuoted(text);
  const value = textValue(text, false);
  return value.kind === "inline" ? value.text : doubleQuoted(text);
}
