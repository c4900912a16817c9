import { parseTemplate } from "../../../core/template/parse_template.ts";
import { asLiteral } from "../text_body.ts";
import { tagArguments } from "./tag_arguments.ts";
import { ADVICE, type TagContext, tagText } from "./insomnia_tags.ts";

/** What ends a comment, an expression and a tag. */
const CLOSERS: Readonly<Record<string, string>> = {
  "#": "#}",
  "{": "}}",
  "%": "%}",
};

/**
 * A text of Insomnia as a template of Brace's: `{{ _.name }}` loses its prefix,
 * a tag becomes what stands for it, a comment goes. What nothing stands for
 * stays, and `context.say` gets a message about it.
 */
export function toTemplate(text: string, context: TagContext): string {
  if (!/\{[{%#]/.test(text)) return text;
  const scanner = new Scanner(text);
  let out = "";
  let at = 0;
  let cutsBlanks = false;
  const add = (plain: string) => {
    out += cutsBlanks ? plain.trimStart() : plain;
    cutsBlanks &&= plain.trim() === "";
  };
  for (let piece; (piece = scanner.next(at)) !== undefined;) {
    add(text.slice(at, piece.start));
    at = piece.end;
    if (piece.cutsBefore) out = out.trimEnd();
    const { written, end } = convert(piece, { scanner, context });
    cutsBlanks = false;
    out += written;
    at = end ?? at;
    cutsBlanks = piece.cutsAfter;
  }
  add(text.slice(at));
  return out;
}

/** Data with each text in it as a template; names stay, as Insomnia leaves them. */
export function templatesIn(
  value: unknown,
  template: (text: string) => string,
): unknown {
  if (typeof value === "string") return template(value);
  if (Array.isArray(value)) {
    return value.map((one) => templatesIn(one, template));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      templatesIn(one, template),
    ]),
  );
}

/** The beginning of what is long. */
function shortened(text: string): string {
  const plain = text.replace(/\s+/g, " ");
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}

interface Piece {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly inside: string;
  /** `{%-` and `-%}` take the white space beside them away. */
  readonly cutsBefore: boolean;
  readonly cutsAfter: boolean;
}

/** Finds expressions, tags and comments, in time that grows with the text only. */
class Scanner {
  /** Quotes say nothing once they have hidden what ends a piece. */
  #quotes = true;
  #raw = true;
  /** Where each closer stands last. */
  readonly #last: ReadonlyMap<string, number>;

  constructor(readonly text: string) {
    this.#last = new Map(
      Object.values(CLOSERS).map((one) => [one, text.lastIndexOf(one)]),
    );
  }

  next(from: number): Piece | undefined {
    const { text } = this;
    for (let at = text.indexOf("{", from); at !== -1;) {
      const kind = text[at + 1] ?? "";
      const closer = Object.hasOwn(CLOSERS, kind) ? CLOSERS[kind] : undefined;
      const close = closer && this.#last.get(closer)! >= at + 2
        ? this.#closeOf(at + 2, closer)
        : -1;
      if (close !== -1) return this.#piece(at, close);
      at = text.indexOf("{", at + 1);
    }
    return undefined;
  }

  /** Where what a `{% raw %}` that ends here keeps ends, and how. */
  raw(from: number): { text: string; end: number } | undefined {
    if (!this.#raw) return undefined;
    const end = /\{%-?[ \t]*endraw[ \t]*-?%\}/g;
    end.lastIndex = from;
    const found = end.exec(this.text);
    this.#raw = found !== null;
    return found === null ? undefined : {
      text: this.text.slice(from, found.index),
      end: end.lastIndex,
    };
  }

  #piece(start: number, close: number): Piece {
    const { text } = this;
    const kind = text[start + 1];
    const cutsBefore = text[start + 2] === "-";
    const cutsAfter = text[close - 1] === "-" && close - 1 > start + 2;
    return {
      kind,
      start,
      end: close + 2,
      inside: text.slice(
        start + 2 + (cutsBefore ? 1 : 0),
        close - (cutsAfter ? 1 : 0),
      ).trim(),
      cutsBefore,
      cutsAfter,
    };
  }

  #closeOf(from: number, closer: string): number {
    const { text } = this;
    if (closer === "#}" || !this.#quotes) return text.indexOf(closer, from);
    let quote = "";
    for (let at = from; at < text.length; at++) {
      const char = text[at];
      if (quote !== "") {
        if (char === "\\") at++;
        else if (char === quote) quote = "";
      } else if (char === "'" || char === '"') quote = char;
      else if (text.startsWith(closer, at)) return at;
    }
    this.#quotes = false;
    return text.indexOf(closer, from);
  }
}

/** What stands for a piece, and where the text goes on if not behind it. */
function convert(
  piece: Piece,
  { scanner, context }: { scanner: Scanner; context: TagContext },
): { written: string; end?: number } {
  const all = scanner.text.slice(piece.start, piece.end);
  if (piece.kind === "#") return { written: "" };
  if (piece.kind === "{") {
    return { written: expression(piece.inside, all, context) };
  }
  const [, name, rest] = /^([\w.]*)(.*)$/s.exec(piece.inside)!;
  if (name === "raw") {
    const raw = scanner.raw(piece.end);
    if (raw) return { written: asLiteral(raw.text), end: raw.end };
  }
  const args = tagArguments(rest);
  const made = tagText(name, args, context);
  if (made === undefined) {
    const isLost = name === "response" &&
      !context.responses.has(args.map(({ text }) => text));
    context.say(
      `Brace has no equivalent of the tag "${shortened(all)}": ${
        isLost
          ? "the export lacks the request that it names, set a variable"
          : Object.hasOwn(ADVICE, name)
          ? ADVICE[name]
          : ADVICE.other
      }`,
    );
  }
  return { written: made ?? all };
}

/** An expression without its prefix and the filters that change nothing. */
function expression(inside: string, all: string, context: TagContext): string {
  const text = inside.replace(/\s?\|\s?safe$/, "").trimEnd();
  const own = /^_\[\s*(?:'(.*?)'|"(.*?)")\s*\](.*)$/s.exec(text);
  const path = own ? `${own[1] ?? own[2]}${own[3]}` : text.replace(/^_\./, "");
  // Quotes of the other kind do not end a text of JSON that it stands in.
  const written = `{{${path.replace(/\["([^"'\\\]]*)"\]/g, "['$1']")}}}`;
  const [part] = parseTemplate(written).parts;
  // A name in brackets may be any text: a variable has it.
  const isWhole = own?.[3] === "";
  if (!isWhole && part?.kind === "placeholder" && part.problem) {
    context.say(
      `Brace has no equivalent of "${
        shortened(all)
      }": set a variable in a before-request script, and write its placeholder`,
    );
  }
  return written;
}
