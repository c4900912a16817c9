import type { PlaceholderPart, Template } from "../template/types.ts";
import { type JsonFlaw, type JsonRole, JsonScanner } from "./json_scanner.ts";

/** What a JSON template looks like: worked out once, used at each rendering. */
export interface JsonShape {
  /** Text to write, without comments, and the placeholders between. */
  readonly pieces: readonly JsonPiece[];
  /** Where the template can be no JSON whatever is put in. */
  readonly flaw?: JsonFlaw;
  /** Whether only the rendered whole can tell if it is JSON. */
  readonly loose: boolean;
}

export type JsonPiece = JsonText | JsonSlot;

export interface JsonText {
  readonly kind: "text";
  readonly text: string;
  /** Offset in the template's text. */
  readonly start: number;
}

export interface JsonSlot {
  readonly kind: "slot";
  readonly part: PlaceholderPart;
  readonly role: Exclude<JsonRole, "comment">;
}

const whole = new WeakMap<Template, JsonShape>();
const fragments = new WeakMap<Template, JsonShape>();

/** The shape of a template that is a whole JSON text. */
export function jsonShape(template: Template): JsonShape {
  let shape = whole.get(template);
  if (shape === undefined) {
    shape = analyse(template, new JsonScanner());
    whole.set(template, shape);
  }
  return shape;
}

/** The shape of a template that is a piece of JSON from outside a string. */
export function jsonFragmentShape(template: Template): JsonShape {
  let shape = fragments.get(template);
  if (shape === undefined) {
    shape = analyse(template, new JsonScanner(false));
    fragments.set(template, shape);
  }
  return shape;
}

function analyse(template: Template, scanner: JsonScanner): JsonShape {
  const { parts, source } = template;
  const pieces: JsonPiece[] = [];
  let cut = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (part.kind === "placeholder") {
      const role = scanner.slot(part.start, part.end);
      if (role !== "comment") pieces.push({ kind: "slot", part, role });
      continue;
    }
    scanner.read(part.text, part.start, index + 1 < parts.length);
    cut = pushText(pieces, source, part.start, part.end, scanner.comments, cut);
  }
  scanner.end(source.length);
  return {
    pieces,
    loose: scanner.loose,
    ...(scanner.flaw !== undefined && { flaw: scanner.flaw }),
  };
}

/** Pushes a stretch of text without its comments; returns the first comment that is not done. */
function pushText(
  pieces: JsonPiece[],
  source: string,
  start: number,
  end: number,
  comments: readonly (readonly [number, number])[],
  first: number,
): number {
  let from = start;
  let index = first;
  for (; index < comments.length; index++) {
    const [open, close] = comments[index];
    if (open >= end) break;
    if (open > from) pushPiece(pieces, source, from, open);
    from = Math.max(from, Math.min(close, end));
    // It goes on behind a placeholder.
    if (close >= end) break;
  }
  if (from < end) pushPiece(pieces, source, from, end);
  return index;
}

function pushPiece(
  pieces: JsonPiece[],
  source: string,
  start: number,
  end: number,
): void {
  pieces.push({ kind: "text", text: source.slice(start, end), start });
}
