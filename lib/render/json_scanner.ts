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

/** The first place where a text is no JSON. */
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

  /** The piece being read: never the whole text, which would be searched anew for each piece. */
  #piece = "";
  /** Offset of the piece in the whole text. */
  #base = 0;
  /** Whether a placeholder follows the piece. */
  #more = false;

  /**
   * @param strict `false`: track strings and comments only.
   * @param quotes `false`: messages quote no more than one character, for a
   * text with values in it.
   */
  constructor(private strict = true, private readonly quotes = true) {}

  /** Reads a piece that stands at an offset of the whole; `more`: a placeholder follows. */
  read(piece: string, offset: number, more: boolean): void {
    this.#piece = piece;
    this.#base = offset;
    this.#more = more;
    let at = 0;
    while (at < piece.length) {
      if (this.#inComment !== undefined) at = this.#comment(at);
      else if (this.#inString) at = this.#string(at);
      else at = this.#token(at);
    }
  }

  /** A placeholder stands here. */
  slot(start: number, end: number): JsonRole {
    if (this.#inComment !== undefined) {
      this.comments.at(-1)![1] = end;
      return "comment";
    }
    if (this.#inString) return "string";
    this.#hasSlots = true;
    const glued = this.#touching === start;
    this.#touching = end;
    if (this.strict && !glued) {
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
    // A fragment may bring any structure with it.
    if (!glued) this.strict = false;
    return "loose";
  }

  /** The text ends here. */
  end(offset: number): void {
    if (this.#inString) {
      this.#failAt(offset, "a string is never closed");
    } else if (this.#inComment === "block") {
      this.#failAt(offset, "a comment is never closed");
    } else if (this.#state !== "comma" || this.#inObject.length > 0) {
      this.#failAt(offset, "it ends too early");
    }
  }

  /** A flaw at an offset of the piece. */
  #fail(at: number, message: string): void {
    this.#failAt(this.#base + at, message);
  }

  #failAt(offset: number, message: string): void {
    if (!this.strict) return;
    this.strict = false;
    if (this.#hasSlots) this.loose = true;
    else this.flaw = { offset, message };
  }

  #unexpected(at: number): void {
    const character = String.fromCodePoint(this.#piece.codePointAt(at)!);
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
    this.#fail(at, `expected ${expected}, found ${JSON.stringify(character)}`);
  }

  #token(at: number): number {
    switch (this.#piece.charCodeAt(at)) {
      case 32:
      case 10:
      case 13:
      case 9:
        return this.#skipBlanks(at + 1);
      case 34:
        return this.#openString(at);
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

  #skipBlanks(from: number): number {
    let at = from;
    while (this.#piece.charCodeAt(at) === 32) at++;
    return at;
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
    const fits = this.#inObject.at(-1) === isObject &&
      (this.#state === "comma" ||
        this.#state === (isObject ? "key or }" : "value or ]"));
    if (!fits) this.#unexpected(at);
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
    const source = this.#piece;
    let at = start;
    let code = source.charCodeAt(at);
    while (code !== 34 && code !== 92 && code >= 32) {
      code = source.charCodeAt(++at);
    }
    if (at === source.length) return at;
    if (code === 34) {
      this.#inString = false;
      this.#state = this.#isKey ? "colon" : "comma";
      return at + 1;
    }
    if (code === 92) return this.#escape(at);
    this.#fail(
      at,
      "a string holds a line break or control character (write it as an escape such as \\n)",
    );
    return at + 1;
  }

  #escape(at: number): number {
    const source = this.#piece;
    const next = source[at + 1];
    if (this.#more && source.length < at + (next === "u" ? 6 : 2)) {
      // No value can mend this: it would stand in the escape, not as text.
      const message = 'a "\\" stands before a placeholder (write "\\\\")';
      if (this.strict) this.flaw = { offset: this.#base + at, message };
      this.strict = false;
      return source.length;
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
    const next = this.#piece.charCodeAt(at + 1);
    if (next === 47 || next === 42) {
      this.#inComment = next === 47 ? "line" : "block";
      this.comments.push([this.#base + at, this.#base + at + 2]);
      return at + 2;
    }
    this.#unexpected(at);
    return at + 1;
  }

  #comment(start: number): number {
    const comment = this.comments.at(-1)!;
    const isLine = this.#inComment === "line";
    const found = this.#piece.indexOf(isLine ? "\n" : "*/", start);
    if (found !== -1) this.#inComment = undefined;
    const at = found === -1 ? this.#piece.length : isLine ? found : found + 2;
    comment[1] = this.#base + at;
    return at;
  }

  #scalar(start: number): number {
    const source = this.#piece;
    SCALAR_TEXT.lastIndex = start;
    SCALAR_TEXT.test(source);
    const at = Math.max(SCALAR_TEXT.lastIndex, start + 1);
    const glued = this.#touching === this.#base + start;
    // It may go on in a placeholder: then only the whole can tell.
    const goesOn = at === source.length && this.#more;
    this.#touching = this.#base + at;
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
      const found = JSON.stringify(source.slice(start, end));
      this.#fail(start, `expected a value, found ${found}`);
    }
    this.#state = "comma";
    return at;
  }
}
