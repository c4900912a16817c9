import { isJsonText } from "../scope/value/parse_json.ts";
import type { PlaceholderPart, Template } from "../template/types.ts";
import type { Execution, Owner } from "../scope/execution.ts";
import type { Resolver } from "../scope/resolver.ts";
import type { ValueOrigin } from "../scope/provenance.ts";
import type { Scopes } from "../scope/scopes.ts";
import { jsonText, valueText } from "../scope/value/value_text.ts";
import { cachedTemplate, templateOf } from "../template/template_of.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Origin, Text } from "../source/origin.ts";
import { locationIn } from "../source/line_starts.ts";
import {
  jsonFragmentShape,
  type JsonShape,
  jsonShape,
  type JsonSlot,
} from "./json_shape.ts";
import {
  encodedInsertions,
  movedInsertions,
  type Rendered,
  rendered,
} from "./rendered.ts";
import { pushAll } from "../source/push_all.ts";
import { isScalarText, JsonScanner } from "./json_scanner.ts";
import { type RenderSource, resolverFor } from "./render_text.ts";

// deno-lint-ignore no-control-regex
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A quote without a backslash of its own. */
const BARE_QUOTE = /(?<!\\)(?:\\\\)*"/;

/**
 * Renders a JSON body. Inside quotes a value is escaped, so that the string's
 * value is the text; outside quotes it is JSON of its kind. `//` and block
 * comments outside strings are removed, all other text is written byte for
 * byte. The structure is checked when the template is first rendered; later
 * only what is inserted is.
 */
export function renderJson(
  source: RenderSource,
  scopes: Scopes,
  execution?: Execution,
): Rendered<string> {
  const { template, resolver } = resolverFor(source, scopes, execution, "json");
  const shape = jsonShape(template);
  const writer = new JsonWriter(resolver);
  const text = writer.write(shape, resolver.owner);
  const complete = resolver.diagnostics.every((d) => d.severity !== "error") &&
    !resolver.kept;
  if (complete) {
    if (shape.flaw !== undefined) {
      const { offset, message } = shape.flaw;
      reportFlaw(resolver, { start: offset, end: offset + 1 }, message);
    } else if ((shape.loose || writer.spliced) && !isJsonText(text)) {
      reportWhole(resolver, shape, template, text);
    }
  }
  return rendered(text, resolver.diagnostics, resolver.insertions);
}

/** Writes the pieces of a shape, one value after the other. */
class JsonWriter {
  /** Whether text from a file was put in that need not be a complete value. */
  spliced = false;
  /** For each piece written its offset in the result; kept on demand. */
  readonly marks: number[] | undefined;

  constructor(private readonly resolver: Resolver, track = false) {
    if (track) this.marks = [];
  }

  write(shape: JsonShape, owner: Owner | undefined): string {
    const { pieces } = shape;
    const { resolver } = this;
    const from = resolver.position;
    let out = "";
    for (let index = 0; index < pieces.length; index++) {
      this.marks?.push(out.length);
      const piece = pieces[index];
      if (piece.kind === "text") out += piece.text;
      else {
        resolver.position = from + out.length;
        out += piece.role === "string"
          ? this.#quoted(piece.part, owner)
          : this.#bare(piece, owner);
        if (resolver.exceeds(out, piece.part, owner)) return "";
      }
    }
    return out;
  }

  /** Inside quotes: text, escaped. */
  #quoted(part: PlaceholderPart, owner: Owner | undefined): string {
    const { resolver } = this;
    const found = resolver.resolve(part, owner);
    switch (found) {
      case "value": {
        const written = resolver.written(
          part,
          owner,
          valueText(resolver.value),
        );
        this.#warnOfEscapes(part, owner, written);
        const text = escape(written);
        resolver.inserted(part, text);
        return text;
      }
      case "nested":
        return this.#escapedNested(part, owner);
      case "missing":
        return resolver.substitute();
      case "failed":
        return "";
      default:
        return found satisfies never;
    }
  }

  /** Text from a file, rendered and then escaped: what stands in it moves. */
  #escapedNested(part: PlaceholderPart, owner: Owner | undefined): string {
    const { resolver } = this;
    const { position, insertions, insertions: { length } } = resolver;
    const text = resolver.nestedText(part, owner);
    this.#warnOfEscapes(part, owner, text);
    const escaped = escape(text);
    if (escaped !== text) {
      const inside = movedInsertions(insertions.splice(length), -position);
      const moved = encodedInsertions(inside, text, escape);
      pushAll(insertions, movedInsertions(moved, position));
    }
    return escaped;
  }

  /** Clients that insert text as it is, such as Bruno, need quotes that are escaped by hand. */
  #warnOfEscapes(
    part: PlaceholderPart,
    owner: Owner | undefined,
    text: string,
  ): void {
    if (!text.includes('\\"') || BARE_QUOTE.test(text)) return;
    this.resolver.report(part, owner, {
      code: "ESCAPED_TWICE",
      severity: "warning",
      message:
        `The value of "{{${part.text}}}" has a backslash before each of its quotes, and the JSON body escapes both (leave out the backslashes)`,
    });
  }

  /** Outside quotes: JSON of the value's kind. */
  #bare(slot: JsonSlot, owner: Owner | undefined): string {
    const { resolver } = this;
    const { part } = slot;
    const found = resolver.resolve(part, owner);
    switch (found) {
      case "value": {
        const text = this.#value(slot, owner);
        resolver.inserted(part, text);
        return text;
      }
      case "nested":
        return this.#fragment(part, owner);
      case "missing":
        if (resolver.scopes.undefinedMode === "keep") {
          return resolver.substitute();
        }
        return slot.role === "key" ? this.#refuseKey(part, owner) : "null";
      case "failed":
        return "";
      default:
        return found satisfies never;
    }
  }

  #value({ part, role }: JsonSlot, owner: Owner | undefined): string {
    const { resolver } = this;
    const { value, opaque } = resolver;
    if (typeof value === "string") {
      const complete = isJsonText(value) &&
        (role !== "key" || /^\s*"/.test(value));
      if (complete) return value;
      if (!opaque) {
        this.spliced = true;
        return withoutComments(value);
      }
      return this.#refuse(
        part,
        owner,
        value === "" ? EMPTY : unquoted(part, resolver.origin.origin),
      );
    }
    const text = resolver.written(part, owner, jsonText(value));
    if (role === "key" && text !== "" && !text.startsWith('"')) {
      return this.#refuseKey(part, owner);
    }
    return text;
  }

  #refuseKey(part: PlaceholderPart, owner: Owner | undefined): string {
    return this.#refuse(
      part,
      owner,
      `a property name is text (put quotes around it: "{{${part.text}}}")`,
    );
  }

  #fragment(part: PlaceholderPart, owner: Owner | undefined): string {
    const { resolver } = this;
    const { nested, nestedOwner } = resolver;
    const shape = jsonFragmentShape(nested);
    if (shape.flaw !== undefined) {
      return this.#refuse(part, owner, `in its text ${shape.flaw.message}`);
    }
    const insertion = resolver.opened(part);
    if (!resolver.enter(part, owner)) return "";
    this.spliced = true;
    const marks = this.marks?.length;
    const text = this.write(shape, nestedOwner);
    if (marks !== undefined) this.marks!.length = marks;
    resolver.leave();
    resolver.closed(insertion, text);
    return text;
  }

  #refuse(
    part: PlaceholderPart,
    owner: Owner | undefined,
    why: string,
  ): string {
    this.resolver.report(part, owner, {
      code: "INVALID_BODY",
      message: `Cannot insert "{{${part.text}}}" into the JSON body: ${why}`,
    });
    return "";
  }
}

const EMPTY = "its value is empty (for an empty text, put quotes around it)";

/** Quotes suit a text outside of them only if all values that stand there are text. */
function unquoted({ text }: PlaceholderPart, origin: ValueOrigin): string {
  const quotes = `put quotes around it: "{{${text}}}"`;
  return origin.kind === "row"
    ? `its value, from the data, is text and stands outside quotes (correct it there; only if all of its values are text, ${quotes})`
    : `its value is text and stands outside quotes (${quotes})`;
}

function escape(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

/** Text from a file is part of the body: its comments are removed too. */
function withoutComments(text: string): string {
  if (!text.includes("/") || text.includes("{{")) return text;
  return jsonFragmentShape(cachedTemplate(text)).pieces
    .map((piece) => piece.kind === "text" ? piece.text : "").join("");
}

function reportFlaw(
  resolver: Resolver,
  stretch: { start: number; end: number },
  message: string,
): void {
  const { source, owner } = resolver;
  resolver.diagnostics.push(flawIn(source, owner?.at, stretch, message));
}

function flawIn(
  source: string,
  at: Origin | undefined,
  stretch: { start: number; end: number },
  message: string,
): Diagnostic {
  return {
    code: "INVALID_BODY",
    severity: "error",
    message: `Cannot send the body: it is not valid JSON: ${message}`,
    location: locationIn(source, at, stretch, { place: "json" }),
  };
}

/** What makes a text no JSON whatever its placeholders stand for; undefined where some values make it one. */
export function jsonFlaw(text: Text): Diagnostic | undefined {
  const { flaw } = jsonShape(templateOf(text));
  if (flaw === undefined) return undefined;
  const { offset: start, message } = flaw;
  return flawIn(text.text, text.at, { start, end: start + 1 }, message);
}

/** The rendered whole is not JSON: says at which text or placeholder it breaks. */
function reportWhole(
  resolver: Resolver,
  shape: JsonShape,
  template: Template,
  text: string,
): void {
  const scanner = new JsonScanner(text, true, false);
  scanner.read(0, text.length);
  scanner.end(text.length);
  const { offset, message } = scanner.flaw ??
    { offset: text.length, message: "it cannot be parsed" };
  const writer = new JsonWriter(resolver, true);
  const before = resolver.diagnostics.length;
  writer.write(shape, resolver.owner);
  resolver.diagnostics.length = before;
  const { pieces } = shape;
  const marks = writer.marks!;
  let index = marks.length - 1;
  while (index > 0 && marks[index] > offset) index--;
  /** Whether a placeholder's text is at fault: it breaks what stands there. */
  const isBroken = (index: number) =>
    pieces[index]?.kind === "slot" &&
    !isJsonText(text.slice(marks[index], marks[index + 1]));
  const follows = text.slice(marks[index], offset).trim() === "";
  if (follows && isBroken(index - 1)) index--;
  // A scalar that goes on in a placeholder is at fault as a whole.
  const goesOn = pieces[index].kind === "text" &&
    isScalarText(text.slice(offset, marks[index + 1]));
  if (goesOn && pieces[index + 1]?.kind === "slot") index++;
  const piece = pieces[index];
  if (piece.kind === "slot" && (offset < text.length || isBroken(index))) {
    const { part } = piece;
    const [start, end] = [marks[index], marks[index + 1] ?? text.length];
    const isGlued = isScalarText(text.slice(start, end)) &&
      (isScalarText(text.slice(start - 1, start)) ||
        isScalarText(text.slice(end, end + 1)));
    const why = start === end
      ? EMPTY
      : isGlued
      ? "with the text beside it, its value is not a JSON value (put quotes around all of it)"
      : `its text breaks the JSON (put quotes around it: "{{${part.text}}}")`;
    resolver.report(part, resolver.owner, {
      code: "INVALID_BODY",
      message: `Cannot insert "{{${part.text}}}" into the JSON body: ${why}`,
    });
    return;
  }
  const start = piece.kind === "text" && offset < text.length
    ? piece.start + offset - marks[index]
    : template.source.length;
  reportFlaw(resolver, { start, end: start + 1 }, message);
}
