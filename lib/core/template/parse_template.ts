import type {
  Expression,
  Part,
  PlaceholderPart,
  Segment,
  Template,
} from "./types.ts";
import { findOtherSpace, otherSpaceAt, trimBlanks } from "./characters.ts";
import {
  isDigit,
  scanDigits,
  scanKey,
  scanName,
  skipBlanks,
} from "./characters.ts";

const UNCLOSED = '"{{" is never closed with "}}"';
const NONE: readonly PlaceholderPart[] = [];

/**
 * Parses a text into a template. One pass, linear in the text's length for
 * every input; never throws: a malformed placeholder is a part with a
 * `problem`, which rendering reports.
 *
 * @example
 * ```ts
 * import { parseTemplate } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const template = parseTemplate("Hello {{user.name}}!");
 * assertEquals(template.parts.map((part) => part.kind), ["text", "placeholder", "text"]);
 * assertEquals(template.placeholders[0].text, "user.name");
 * ```
 */
export function parseTemplate(source: string): Template {
  let open = source.indexOf("{{");
  if (open === -1) {
    const parts: Part[] = source === ""
      ? []
      : [{ kind: "text", start: 0, end: source.length, text: source }];
    return { source, parts, placeholders: NONE, memo: {} };
  }
  const parts: Part[] = [];
  const placeholders: PlaceholderPart[] = [];
  const parser = new ExpressionParser(source);
  let done = 0;
  while (open !== -1) {
    // In a run of three or more braces the last two open.
    while (source.charCodeAt(open + 2) === 123) open++;
    if (open > done) parts.push(textPart(source, done, open));
    const expression = parser.parse(open + 2);
    let placeholder: PlaceholderPart;
    if (expression !== undefined) {
      done = parser.end;
      placeholder = {
        kind: "placeholder",
        start: open,
        end: done,
        text: source.slice(parser.from, parser.to),
        expression,
        problem: undefined,
      };
    } else {
      placeholder = malformed(source, open, parser);
      done = placeholder.end;
    }
    parts.push(placeholder);
    placeholders.push(placeholder);
    open = source.indexOf("{{", done);
  }
  if (done < source.length) parts.push(textPart(source, done, source.length));
  // Copies have the room that they need, while lists that grew have much more.
  return {
    source,
    parts: parts.slice(),
    placeholders: placeholders.slice(),
    memo: {},
  };
}

function textPart(source: string, start: number, end: number): Part {
  return { kind: "text", start, end, text: source.slice(start, end) };
}

/** White space that cannot be told from a space is what is wrong, whatever was expected. */
function messageOf(
  { message, offset }: ExpressionParser,
  source: string,
): string {
  const space = otherSpaceAt(source, offset);
  return space === undefined
    ? message
    : `${space} stands inside the braces, where only spaces and tabs can`;
}

/** A placeholder without an expression; unclosed when another one opens first. */
function malformed(
  source: string,
  start: number,
  parser: ExpressionParser,
): PlaceholderPart {
  const close = parser.nextClose(start + 2);
  const next = parser.nextOpen(start + 2);
  if (close === -1 || (next !== -1 && next < close)) {
    return {
      kind: "placeholder",
      start,
      end: start + 2,
      text: "",
      expression: undefined,
      problem: { message: UNCLOSED, offset: start },
    };
  }
  return {
    kind: "placeholder",
    start,
    end: close + 2,
    text: trimBlanks(source.slice(start + 2, close)),
    expression: undefined,
    problem: { message: messageOf(parser, source), offset: parser.offset },
  };
}

/** Shared by all references without a path; never added to. */
const NO_PATH: Segment[] = [];

const SECRETS = "$secrets.";

/**
 * Reads the expression of one placeholder, from behind `{{` to behind `}}`.
 * It looks no further than its own tokens reach, which keeps parsing linear.
 */
class ExpressionParser {
  /** Offset behind the closing braces after a success. */
  end = 0;
  /** Offsets of the expression itself, without blanks around. */
  from = 0;
  to = 0;
  /** Where and why the last call failed. */
  offset = 0;
  message = "";

  #close = 0;
  #open = 0;

  constructor(private readonly text: string) {}

  /**
   * Offset of the next closing braces; -1 for none. Found once and remembered,
   * as long as it is asked for ever later offsets.
   */
  nextClose(from: number): number {
    if (this.#close !== -1 && this.#close < from) {
      this.#close = this.text.indexOf("}}", from);
    }
    return this.#close;
  }

  /** Offset of the next opening braces, in the same way. */
  nextOpen(from: number): number {
    if (this.#open !== -1 && this.#open < from) {
      this.#open = this.text.indexOf("{{", from);
    }
    return this.#open;
  }

  /** The expression that starts at an offset; undefined where none does. */
  parse(start: number): Expression | undefined {
    const { text } = this;
    const at = skipBlanks(text, start);
    const code = text.charCodeAt(at);
    this.from = at;
    let expression: Expression | undefined;
    if (code === 36) {
      // Bruno's longer way to write what a store has.
      if (text.startsWith(SECRETS, at)) {
        this.from = at + SECRETS.length;
        expression = this.#reference(this.from);
      } else expression = this.#generator(at);
    } else if (code === 63) return this.#prompt(at);
    else if (code === 39 || code === 34) {
      const value = this.#quoted(at);
      if (value !== undefined) expression = { kind: "literal", value };
    } else expression = this.#reference(at);
    return expression !== undefined && this.#closed() ? expression : undefined;
  }

  #fail(offset: number, message: string): undefined {
    this.offset = offset;
    this.message = message;
    return undefined;
  }

  #closed(): boolean {
    this.to = this.end;
    const at = skipBlanks(this.text, this.end);
    if (
      this.text.charCodeAt(at) === 125 && this.text.charCodeAt(at + 1) === 125
    ) {
      this.end = at + 2;
      return true;
    }
    this.#fail(at, 'expected "}}" behind the expression');
    return false;
  }

  #reference(start: number): Expression | undefined {
    const { text } = this;
    let at = scanName(text, start);
    if (at === start) return this.#fail(start, "expected a name here");
    const name = text.slice(start, at);
    let path = NO_PATH;
    for (;;) {
      const code = text.charCodeAt(at);
      let segment: Segment | undefined;
      if (code === 46) segment = this.#property(at);
      else if (code === 91) segment = this.#bracket(at);
      else break;
      if (segment === undefined) return undefined;
      if (path === NO_PATH) path = [segment];
      else path.push(segment);
      at = segment.end;
    }
    this.end = at;
    if (name === "process") return this.#processEnv(start, path);
    return { kind: "reference", name, path };
  }

  #processEnv(start: number, path: Segment[]): Expression | undefined {
    if (path.length === 2 && path[0].key === "env") {
      return { kind: "process-env", name: path[1].key };
    }
    return this.#fail(
      start,
      'the name "process" is reserved: only process.env.NAME can follow',
    );
  }

  #property(start: number): Segment | undefined {
    const end = scanKey(this.text, start + 1);
    if (end === start + 1) {
      return this.#fail(end, 'expected a property name after "."');
    }
    return segment(this.text.slice(start + 1, end), start, end);
  }

  #bracket(start: number): Segment | undefined {
    const { text } = this;
    const code = text.charCodeAt(start + 1);
    let key: string | undefined;
    if (code === 39 || code === 34) {
      key = this.#quoted(start + 1);
      if (key === undefined) return undefined;
    } else {
      this.end = scanDigits(text, start + 1);
      if (this.end === start + 1) {
        return this.#fail(
          start + 1,
          'expected an index or a quoted property name after "["',
        );
      }
      key = text.slice(start + 1, this.end);
    }
    if (text.charCodeAt(this.end) !== 93) {
      return this.#fail(this.end, 'expected "]" here');
    }
    return segment(key, start, this.end + 1);
  }

  #quoted(start: number): string | undefined {
    const end = this.text.indexOf(this.text[start], start + 1);
    if (end === -1) return this.#fail(start, "this quote is never closed");
    this.end = end + 1;
    return this.text.slice(start + 1, end);
  }

  #prompt(start: number): Expression | undefined {
    const close = this.nextClose(start);
    // An opening in between belongs to another placeholder.
    const open = this.nextOpen(start);
    if (close === -1 || (open !== -1 && open < close)) {
      return this.#fail(start, 'expected "}}" behind the question');
    }
    const inside = this.text.slice(start + 1, close);
    const space = findOtherSpace(inside);
    if (space !== -1) return this.#fail(start + 1 + space, "");
    const text = trimBlanks(inside);
    if (text === "") return this.#fail(start, 'expected a question after "?"');
    this.to = skipBlanks(this.text, start + 1) + text.length;
    this.end = close + 2;
    return { kind: "prompt", text };
  }

  #generator(start: number): Expression | undefined {
    const { text } = this;
    this.end = scanName(text, start + 1);
    if (this.end === start + 1) {
      return this.#fail(this.end, 'expected a generator\'s name after "$"');
    }
    const name = text.slice(start, this.end);
    if (text.charCodeAt(this.end) !== 40) {
      return { kind: "generator", name, args: [] };
    }
    const args = this.#arguments(this.end + 1);
    return args && { kind: "generator", name, args };
  }

  #arguments(start: number): (string | number)[] | undefined {
    const { text } = this;
    const args: (string | number)[] = [];
    let at = skipBlanks(text, start);
    if (text.charCodeAt(at) === 41) {
      this.end = at + 1;
      return args;
    }
    for (;;) {
      const arg = this.#argument(at);
      if (arg === undefined) return undefined;
      args.push(arg);
      at = skipBlanks(text, this.end);
      const code = text.charCodeAt(at);
      if (code === 41) {
        this.end = at + 1;
        return args;
      }
      if (code !== 44) return this.#fail(at, 'expected "," or ")" here');
      at = skipBlanks(text, at + 1);
    }
  }

  #argument(start: number): string | number | undefined {
    const { text } = this;
    const code = text.charCodeAt(start);
    if (code === 39 || code === 34) return this.#quoted(start);
    const digits = code === 45 ? start + 1 : start;
    let end = scanDigits(text, digits);
    if (end > digits && text.charCodeAt(end) === 46) {
      end = scanDigits(text, end + 1);
    }
    if (end === digits) {
      return this.#fail(start, "expected a number or quoted text here");
    }
    this.end = end;
    return Number(text.slice(start, end));
  }
}

function segment(key: string, start: number, end: number): Segment {
  const isIndex = isDigit(key.charCodeAt(0)) &&
    scanDigits(key, 1) === key.length;
  return { key, index: isIndex ? Number(key) : -1, start, end };
}
