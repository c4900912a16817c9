import { isJsonText } from "../scope/value/parse_json.ts";
import type { PlaceholderPart } from "../template/types.ts";
import type { Owner } from "../scope/execution.ts";
import type { Resolver } from "../scope/resolver.ts";
import type { ValueOrigin } from "../scope/provenance.ts";
import { jsonText, valueText } from "../scope/value/value_text.ts";
import { cachedTemplate } from "../template/template_of.ts";
import {
  jsonFragmentShape,
  type JsonShape,
  type JsonSlot,
} from "./json_shape.ts";
import { encodedInsertions, movedInsertions } from "./rendered.ts";
import { pushAll } from "../source/push_all.ts";

// deno-lint-ignore no-control-regex
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A quote without a backslash of its own. */
const BARE_QUOTE = /(?<!\\)(?:\\\\)*"/;

/** Where a placeholder stands that has no value. */
export interface Hole {
  readonly start: number;
  readonly end: number;
}

/** Writes the pieces of a shape, one value after the other. */
export class JsonWriter {
  /** Whether text from a file was put in that need not be a complete value. */
  spliced = false;
  /** For each piece written its offset in the result; kept on demand. */
  readonly marks: number[] | undefined;

  /** @param holes Takes the places of placeholders without a value, which are then written as such. */
  constructor(
    private readonly resolver: Resolver,
    track = false,
    private readonly holes?: Hole[],
  ) {
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
        return this.#absent(part, () => resolver.substitute());
      case "failed":
        return this.#absent(part);
      default:
        return found satisfies never;
    }
  }

  /** A placeholder that has no value, or none that can stand there. */
  #absent({ text }: PlaceholderPart, otherwise = () => ""): string {
    if (this.holes === undefined) return otherwise();
    const { position: start } = this.resolver;
    const hole = `{{${text}}}`;
    this.holes.push({ start, end: start + hole.length });
    return hole;
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
        return this.#absent(part, () => {
          if (resolver.scopes.undefinedMode === "keep") {
            return resolver.substitute();
          }
          return slot.role === "key" ? this.#refuseKey(part, owner) : "null";
        });
      case "failed":
        return this.#absent(part);
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
    if (text === "") return this.#absent(part);
    if (role === "key" && !text.startsWith('"')) {
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
    if (!resolver.enter(part, owner)) return this.#absent(part);
    this.spliced = true;
    const marks = this.marks?.length;
    const holes = this.holes?.length;
    const { position } = resolver;
    const text = this.write(shape, nestedOwner);
    if (marks !== undefined) this.marks!.length = marks;
    resolver.leave();
    resolver.closed(insertion, text);
    if (holes !== undefined && resolver.gaveUp) {
      this.holes!.length = holes;
      resolver.position = position;
      return this.#absent(part);
    }
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
    return this.#absent(part);
  }
}

/** Why an empty value cannot stand outside quotes. */
export const EMPTY =
  "its value is empty (for an empty text, put quotes around it)";

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
