import { otherSpaceAt } from "../template/characters.ts";

/** What the scanner expects next. */
type State = "value" | "value or ]" | "key or }" | "key" | "colon" | "comma";

/** Where a placeholder stands in JSON. */
export type JsonRole =
  /** Inside quotes. */
  | "string"
  /** Where a value is expected, alone. */
  | "value"
  /** Where a property name is expected, alone. */
  | "key"
  /** Anywhere else outside quotes; the whole has to be parsed to know. */
  | "loose"
  /** In a comment, which is removed. */
  | "comment";

/** The first place where a text is not JSON. */
export interface JsonFlaw {
  readonly offset: number;
  /** Completes "it is not valid JSON: ". */
  readonly message: string;
}

const SCALAR =
  /^(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)$/;
const SCALAR_TEXT = /[^\s"{}[\]:,/]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;

/**
 * Reads JSON (RFC 8259) with `//` and block comments piece by piece, so that it
 * knows at each placeholder between the pieces whether that stands inside or
 * outside a string, and where the structure breaks.
 */
export class JsonScanner {
  /** The first flaw; structure is no longer checked behind it. */
  flaw: JsonFlaw | undefined;
  /** Whether only the rendered whole can tell if it is JSON. */
  loose = false;
  /** Comments seen, as start and end offsets. */
  readonly comments: [start: number, end: number][] = [];

  #state: State = "value";
  readonly #inObject: boolean[] = [];
  #inString = false;
  #inComment: "line" | "block" | undefined;
  /** Whether the string being read is a property name. */
  #isKey = false;
  /** Whether placeholders outside quotes have been seen. */
  #hasSlots = false;
  /** Offset behind the last scalar or placeholder: what starts there is glued to it. */
  #touching = -1;

  /** Offset behind the piece being read. */
  #end = 0;
  /** Where the comment ends that a piece is in. */
  #commentEnd = 0;

  /**
   * @param source The whole text; its pieces are read by their offsets, since
   * the characters of a slice are slower to get at.
   * @param strict `false`: track strings and comments only.
   * @param quotes `false`: messages quote no more than one character, for a
   * text with values in it.
   * @param whole Whether each placeholder stands for a whole value: then the
   * structure does not depend on it.
   */
  constructor(
    private readonly source: string,
    private strict = true,
    private readonly quotes = true,
    private readonly whole = false,
  ) {}

  /** Reads the piece between two offsets; a placeholder follows unless it is the last. */
  read(start: number, end: number): void {
    const { source } = this;
    this.#end = end;
    let at = start;
    while (at < end) {
      if (this.#inString) {
        at = this.#string(at);
        continue;
      }
      const code = source.charCodeAt(at);
      if (this.#inComment !== undefined) at = this.#comment();
      else if (code === 32 || code === 10) at++;
      else if (code === 34) at = this.#string(this.#openString(at));
      else at = this.#token(at, code);
    }
  }

  /**
   * Reads a placeholder. Undefined when a comment ends
   * inside it: then it is ordinary text, and all of it has to be read.
   */
  slot(start: number, end: number): JsonRole | undefined {
    if (this.#inComment !== undefined) {
      if (this.#commentEnd < end) return undefined;
      this.comments.at(-1)![1] = end;
      return "comment";
    }
    if (this.#inString) return "string";
    this.#hasSlots = !this.whole;
    const glued = this.#touching === start;
    this.#touching = end;
    // In this state no scalar or placeholder touches this one.
    if (this.strict) {
      switch (this.#state) {
        case "value":
        case "value or ]":
          this.#state = "comma";
          return "value";
        case "key":
        case "key or }":
          this.#state = "colon";
          return "key";
      }
    }
    this.loose = true;
    if (!this.whole) {
      // The inserted text can change the structure.
      this.strict = false;
    } else if (!glued) {
      this.#unexpected(start, this.source.slice(start, end));
    }
    return "loose";
  }

  /** The text ends here. */
  end(offset: number): void {
    if (this.#inString) {
      this.#fail(offset, "a string is never closed");
    } else if (this.#inComment === "block") {
      this.#fail(offset, "a comment is never closed");
    } else if (this.#state !== "comma" || this.#inObject.length > 0) {
      this.#fail(offset, "it ends too early");
    }
  }

  #fail(offset: number, message: string): void {
    if (!this.strict) return;
    this.strict = false;
    if (this.#hasSlots) this.loose = true;
    else this.flaw = { offset, message };
  }

  #unexpected(
    at: number,
    found = String.fromCodePoint(this.source.codePointAt(at)!),
    hint = "",
  ): void {
    const expected = {
      "value": "a value",
      "value or ]": 'a value or "]"',
      "key or }": 'a property name in quotes or "}"',
      "key": "a property name in quotes",
      "colon": '":"',
      "comma": this.#inObject.length === 0
        ? "the end"
        : this.#inObject.at(-1)
        ? '"," or "}"'
        : '"," or "]"',
    }[this.#state];
    this.#fail(at, `expected ${expected}, found ${shown(found)}${hint}`);
  }

  #token(at: number, code: number): number {
    switch (code) {
      case 13:
      case 9:
        return at + 1;
      case 123:
        return this.#open(at, true);
      case 91:
        return this.#open(at, false);
      case 125:
        return this.#close(at, true);
      case 93:
        return this.#close(at, false);
      case 58:
        if (this.#state === "colon") this.#state = "value";
        else this.#unexpected(at);
        return at + 1;
      case 44:
        if (this.#state === "comma" && this.#inObject.length > 0) {
          this.#state = this.#inObject.at(-1) ? "key" : "value";
        } else this.#unexpected(at);
        return at + 1;
      case 47:
        return this.#openComment(at);
      default:
        return this.#scalar(at);
    }
  }

  #open(at: number, isObject: boolean): number {
    if (this.#state !== "value" && this.#state !== "value or ]") {
      this.#unexpected(at);
    }
    this.#inObject.push(isObject);
    this.#state = isObject ? "key or }" : "value or ]";
    return at + 1;
  }

  #close(at: number, isObject: boolean): number {
    const isOwn = this.#inObject.at(-1) === isObject;
    const fits = isOwn &&
      (this.#state === "comma" ||
        this.#state === (isObject ? "key or }" : "value or ]"));
    if (!fits) {
      // Only a comma leads to these states here.
      const isBehindComma = isOwn &&
        this.#state === (isObject ? "key" : "value");
      const hint = isBehindComma ? " (leave out the comma before it)" : "";
      this.#unexpected(at, undefined, hint);
    }
    this.#inObject.pop();
    this.#state = "comma";
    return at + 1;
  }

  #openString(at: number): number {
    switch (this.#state) {
      case "value":
      case "value or ]":
        this.#isKey = false;
        break;
      case "key":
      case "key or }":
        this.#isKey = true;
        break;
      default:
        this.#unexpected(at);
    }
    this.#inString = true;
    return at + 1;
  }

  #string(start: number): number {
    const { source } = this;
    const end = this.#end;
    let at = start;
    for (; at < end; at++) {
      const code = source.charCodeAt(at);
      if (code === 34) {
        this.#inString = false;
        this.#state = this.#isKey ? "colon" : "comma";
        return at + 1;
      }
      if (code === 92) return this.#escape(at);
      if (code < 32) {
        this.#fail(
          at,
          "a string holds a line break or control character (close its quote, or write it as an escape such as \\n)",
        );
      }
    }
    return end;
  }

  #escape(at: number): number {
    const { source } = this;
    const end = this.#end;
    const next = at + 1 < end ? source[at + 1] : undefined;
    if (end < source.length && end < at + (next === "u" ? 6 : 2)) {
      // No value can fix this: it would stand in the escape, not as text.
      const message = 'a "\\" stands before a placeholder (write "\\\\")';
      this.flaw ??= { offset: at, message };
      this.strict = false;
      return end;
    }
    if (next === undefined) {
      this.#fail(at, 'a "\\" has nothing behind it');
      return at + 1;
    }
    if (next === "u") {
      HEX4.lastIndex = at + 2;
      if (!HEX4.test(source)) {
        this.#fail(at, 'a "\\u" has no four hexadecimal digits behind it');
      }
    } else if (!'"\\/bfnrt'.includes(next)) {
      this.#fail(at, `there is no escape "\\${next}"`);
    }
    return at + 2;
  }

  #openComment(at: number): number {
    const { source } = this;
    const next = at + 1 < this.#end ? source.charCodeAt(at + 1) : 0;
    if (next !== 47 && next !== 42) {
      this.#unexpected(at);
      return at + 1;
    }
    const isLine = next === 47;
    this.#inComment = isLine ? "line" : "block";
    const found = source.indexOf(isLine ? "\n" : "*/", at + 2);
    this.#commentEnd = found === -1 ? Infinity : isLine ? found : found + 2;
    this.comments.push([at, at + 2]);
    return this.#comment();
  }

  /** A comment goes on, here or to its end. */
  #comment(): number {
    if (this.#commentEnd <= this.#end) this.#inComment = undefined;
    const at = Math.min(this.#commentEnd, this.#end);
    this.comments[this.comments.length - 1][1] = at;
    return at;
  }

  #scalar(start: number): number {
    const { source } = this;
    SCALAR_TEXT.lastIndex = start;
    SCALAR_TEXT.test(source);
    const at = SCALAR_TEXT.lastIndex;
    if (at === start) {
      // White space that JSON does not have.
      this.#unexpected(start);
      return start + 1;
    }
    const glued = this.#touching === start;
    // It may go on in a placeholder: then only the whole can tell.
    const goesOn = at === this.#end && at < source.length;
    this.#touching = at;
    if (glued) {
      this.loose = true;
      return at;
    }
    if (this.#state !== "value" && this.#state !== "value or ]") {
      this.#unexpected(start);
      return at;
    }
    if (!goesOn && !SCALAR.test(source.slice(start, at))) {
      const end = Math.min(at, start + (this.quotes ? 20 : 1));
      const found = shown(source.slice(start, end));
      this.#fail(start, `expected a value, found ${found}`);
    }
    this.#state = "comma";
    return at;
  }
}

/** Whether a text can only be part of a number, a word or the like. */
export function isScalarText(text: string): boolean {
  SCALAR_TEXT.lastIndex = 0;
  return text !== "" && SCALAR_TEXT.test(text) &&
    SCALAR_TEXT.lastIndex === text.length;
}

/** A text in quotes; of one that begins with a character that nobody sees, its name. */
function shown(text: string): string {
  return otherSpaceAt(text, 0) ?? JSON.stringify(text);
}
