/**
 * Whether a YAML text has more list items and members than this, without
 * parsing it: the parser takes a kilobyte of memory for each. What stands in
 * scalars does not count.
 */
export function hasMoreNodes(source: string, most: number): boolean {
  // Each takes a character at least.
  if (source.length <= most) return false;
  const scanner = new Scanner(source);
  while (!scanner.ended && scanner.count <= most) scanner.token();
  return scanner.count > most;
}

class Scanner {
  count = 0;
  #at = 0;
  /** How many brackets are open. */
  #depth = 0;
  #lineStart = 0;
  /** Column of what a block scalar belongs to: the line's first key, or its last dash. */
  #column = 0;
  /** Whether the line had nothing but dashes so far. */
  #isFresh = true;

  constructor(readonly source: string) {}

  get ended(): boolean {
    return this.#at >= this.source.length;
  }

  token(): void {
    const char = this.source[this.#at];
    switch (char) {
      case " ":
      case "\t":
      case "\r":
        this.#at++;
        return;
      case "\n":
        this.#at++;
        this.#lineStart = this.#at;
        this.#isFresh = true;
        return;
      case "#":
        return this.#toLineEnd();
      case "[":
      case "{":
        this.count++;
        this.#depth++;
        break;
      case "]":
      case "}":
        if (this.#depth > 0) this.#depth--;
        break;
      case ",":
        this.count++;
        break;
      case ":":
        if (this.#depth === 0 && this.#isBlank(1)) this.count++;
        break;
      case '"':
      case "'":
        this.#takeColumn();
        return this.#quoted(char);
      case "&":
      case "!":
      case "*":
        this.#takeColumn();
        while (!this.#isBlank(0)) this.#at++;
        return;
      case "|":
      case ">":
        if (this.#depth === 0) return this.#blockScalar();
        break;
      case "-":
        if (this.#depth === 0 && this.#isBlank(1)) {
          this.count++;
          if (this.#isFresh) this.#column = this.#at - this.#lineStart;
          break;
        }
        return this.#plain();
      default:
        return this.#plain();
    }
    this.#at++;
  }

  /** The line's first key decides what belongs to its value. */
  #takeColumn(): void {
    if (!this.#isFresh) return;
    this.#isFresh = false;
    this.#column = this.#at - this.#lineStart;
  }

  #quoted(quote: string): void {
    const { source } = this;
    this.#at++;
    while (!this.ended && source[this.#at] !== quote) {
      this.#at += quote === '"' && source[this.#at] === "\\" ? 2 : 1;
    }
    this.#at++;
  }

  /** A scalar without quotes, up to what ends it. */
  #plain(): void {
    this.#takeColumn();
    for (this.#at++; !this.ended; this.#at++) {
      const char = this.source[this.#at];
      if (char === "\n") return;
      if (char === ":" && this.#isBlank(1)) return;
      if (char === "#" && this.#isBlank(-1)) return;
      if (this.#depth > 0 && ",[]{}:".includes(char)) return;
    }
  }

  /** The lines that are indented further than what the scalar belongs to. */
  #blockScalar(): void {
    const { source } = this;
    while (true) {
      this.#toLineEnd();
      let from = this.#at + 1;
      while (source[from] === " ") from++;
      const isEmpty = from >= source.length || source[from] === "\n" ||
        source[from] === "\r";
      const indent = from - this.#at - 1;
      if (this.ended || !isEmpty && indent <= this.#column) return;
      this.#at = from;
    }
  }

  #toLineEnd(): void {
    const end = this.source.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.source.length : end;
  }

  #isBlank(offset: number): boolean {
    const char = this.source[this.#at + offset];
    return char === undefined || char === " " || char === "\t" ||
      char === "\n" || char === "\r";
  }
}
