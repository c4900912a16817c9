import type { PlaceholderPart, Template } from "../template/types.ts";
import { type JsonFlaw, type JsonRole, JsonScanner } from "./json_scanner.ts";

/** What a JSON template looks like: worked out once, used at each rendering. */
export interface JsonShape {
  /** Text to write, without comments, and the placeholders between. */
  readonly pieces: readonly JsonPiece[];
  /** Where the template can be no JSON whatever is put in. */
  readonly flaw: JsonFlaw | undefined;
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

/** The shape of a template that is a whole JSON text. */
export function jsonShape(template: Template): JsonShape {
  const { memo } = template;
  return (memo.json ??= analyse(
    template,
    new JsonScanner(template.source),
  )) as JsonShape;
}

/** The shape of a template that is a piece of JSON from outside a string. */
export function jsonFragmentShape(template: Template): JsonShape {
  const { memo } = template;
  return (memo.jsonFragment ??= analyse(
    template,
    new JsonScanner(template.source, false),
  )) as JsonShape;
}

function analyse(template: Template, scanner: JsonScanner): JsonShape {
  const { parts, source } = template;
  const pieces: JsonPiece[] = [];
  let cut = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const { start, end } = part;
    let text: JsonText;
    if (part.kind === "placeholder") {
      const role = scanner.slot(start, end);
      if (role !== undefined) {
        if (role !== "comment") pieces.push({ kind: "slot", part, role });
        continue;
      }
      text = piece(source.slice(start, end), start);
    } else text = part;
    scanner.read(start, end);
    // Without comments the part is the piece.
    if (scanner.comments.length === cut) pieces.push(text);
    else cut = pushText(pieces, source, text, scanner.comments, cut);
  }
  scanner.end(source.length);
  return { pieces, loose: scanner.loose, flaw: scanner.flaw };
}

/** Pushes a stretch of text without its comments; returns the first comment that is not done. */
function pushText(
  pieces: JsonPiece[],
  source: string,
  { start, text }: JsonText,
  comments: readonly (readonly [number, number])[],
  first: number,
): number {
  const end = start + text.length;
  let from = start;
  let index = first;
  for (; index < comments.length; index++) {
    const [open, close] = comments[index];
    if (open >= end) break;
    if (open > from) {
      pieces.push(piece(source.slice(from, open), from));
    }
    from = Math.max(from, Math.min(close, end));
    // It goes on behind a placeholder.
    if (close >= end) break;
  }
  if (from === start) pieces.push(piece(text, start));
  else if (from < end) pieces.push(piece(source.slice(from, end), from));
  return index;
}

function piece(text: string, start: number): JsonText {
  return { kind: "text", text, start };
}
