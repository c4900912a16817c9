/** How many list items and members a text may have. */
export interface NodeLimits {
  readonly inAll: number;
  /** In one item of a collection, without the items inside it; elsewhere in all. */
  readonly inItem: number;
}

/** A limit that a text passes. */
export interface PassedLimit {
  readonly limit: keyof NodeLimits;
  /** Where its item begins, if one has too many; else where there are too many. */
  readonly offset: number;
  /** Whether one of several items has too many. */
  readonly isItem: boolean;
}

/**
 * The limit that the list items and members of a YAML text pass, without
 * parsing it: the parser takes up to a kilobyte of memory for each. What stands
 * in scalars does not count.
 */
export function passedLimit(
  source: string,
  { inAll, inItem }: NodeLimits,
): PassedLimit | undefined {
  // Each takes a character at least.
  if (source.length <= Math.min(inAll, inItem)) return undefined;
  const scanner = new Scanner(source);
  while (!scanner.ended) {
    scanner.token();
    const { count, before, item, offset } = scanner;
    if (count - before > inItem) {
      return {
        limit: "inItem",
        offset: item ?? offset,
        isItem: item !== undefined,
      };
    }
    if (count > inAll) return { limit: "inAll", offset, isItem: false };
  }
  return undefined;
}

/** A list under `items`, by columns. */
interface ItemList {
  /** Column of the key. */
  readonly key: number;
  /** Column of the dashes; none so far. */
  dash?: number | undefined;
  /** Column of the keys of its current item; none so far. */
  keys?: number | undefined;
}

/** What an open bracket is: a list under `items`, one of these items, or the root that has them. */
type Bracket = "items" | "item" | "other";

class Scanner {
  count = 0;
  /** How many there were before the current item of the collection. */
  before = 0;
  /** Where that begins; none so far. */
  item: number | undefined;
  #at = 0;
  readonly #brackets: Bracket[] = [];
  /** The lists of items in which the line stands, the outer ones first. */
  readonly #lists: ItemList[] = [];
  /** Whether the last key in brackets is `items`, of an item. */
  #hasItems = false;
  /** Where the last scalar begins, and where it ends. */
  #start = 0;
  #end = 0;
  #lineStart = 0;
  /** Column of what a block scalar belongs to: the line's first key, or its last dash. */
  #column = 0;
  /** Whether the line had nothing but dashes so far. */
  #isFresh = true;
  /** Whether it had nothing at all. */
  #isEmpty = true;

  constructor(readonly source: string) {}

  /** Where the last token ends. */
  get offset(): number {
    return this.#at;
  }

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
        this.#isEmpty = true;
        return;
      case "#":
        return this.#toLineEnd();
      case "[":
      case "{":
        this.#open(char);
        break;
      case "]":
      case "}":
        this.#brackets.pop();
        this.#hasItems = false;
        break;
      case ",":
        if (this.#brackets.at(-1) === "items") this.#beginItem(1);
        this.count++;
        this.#hasItems = false;
        break;
      case ":":
        if (!this.#isInBrackets) {
          if (this.#isBlank(1)) this.#key();
        } else if (this.#brackets.at(-1) === "item") {
          this.#hasItems = this.#isItemsKey();
        }
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
        if (!this.#isInBrackets) return this.#blockScalar();
        break;
      case "-":
        if (!this.#isInBrackets && this.#isBlank(1)) {
          this.#dash();
          break;
        }
        return this.#plain();
      default:
        return this.#plain();
    }
    this.#at++;
  }

  get #isInBrackets(): boolean {
    return this.#brackets.length > 0;
  }

  get #columnAt(): number {
    return this.#at - this.#lineStart;
  }

  #open(char: "[" | "{"): void {
    const bracket = this.#bracketOf(char);
    this.#takeColumn();
    if (bracket === "items") this.#beginItem(1);
    this.count++;
    this.#brackets.push(bracket);
    this.#hasItems = false;
  }

  #bracketOf(char: "[" | "{"): Bracket {
    const outer = this.#brackets.at(-1);
    const list = this.#lists.at(-1);
    if (char === "[") {
      if (outer !== undefined) {
        return outer === "item" && this.#hasItems ? "items" : "other";
      }
      if (list === undefined || list.dash !== undefined) return "other";
      this.#lists.pop();
      return "items";
    }
    const isItem = outer !== undefined
      ? outer === "items"
      : list !== undefined
      ? list.dash !== undefined && list.keys === undefined
      : this.count === 0;
    return isItem ? "item" : "other";
  }

  #dash(): void {
    if (this.#isFresh) this.#column = this.#columnAt;
    if (this.#isEmpty) {
      this.#isEmpty = false;
      const list = this.#listAt(this.#columnAt, true);
      if (list?.dash === this.#columnAt) {
        list.keys = undefined;
        this.#beginItem(0);
      }
    }
    this.count++;
  }

  /** What follows counts for another item, which begins so many characters further on. */
  #beginItem(after: number): void {
    this.before = this.count;
    this.item = this.#at + after;
    while (
      this.#isBlank(this.item - this.#at) && this.item < this.source.length
    ) {
      this.item++;
    }
  }

  /** A key of a block. */
  #key(): void {
    this.count++;
    const list = this.#lists.at(-1);
    const column = this.#start - this.#lineStart;
    if (column === (list ? list.keys : 0) && this.#isItemsKey()) {
      this.#lists.push({ key: column });
    }
  }

  #isItemsKey(): boolean {
    const length = this.#end - this.#start;
    return (length === 5 || length === 7) &&
      /^(["']?)items\1$/.test(this.source.slice(this.#start, this.#end));
  }

  /** The innermost list of items that a line belongs to which begins at a column. */
  #listAt(column: number, isDash: boolean): ItemList | undefined {
    for (;;) {
      const list = this.#lists.at(-1);
      if (list === undefined) return undefined;
      if (list.dash === undefined && isDash && column >= list.key) {
        list.dash = column;
      }
      const { dash = Infinity } = list;
      if (column > dash || column === dash && isDash) return list;
      this.#lists.pop();
    }
  }

  /** The line's first key decides what belongs to its value. */
  #takeColumn(): void {
    if (!this.#isFresh) return;
    this.#isFresh = false;
    const column = this.#columnAt;
    this.#column = column;
    if (this.#isInBrackets) return;
    const list = this.#isEmpty
      ? this.#listAt(column, false)
      : this.#lists.at(-1);
    this.#isEmpty = false;
    if (list) list.keys ??= column;
  }

  #quoted(quote: string): void {
    const { source } = this;
    this.#start = this.#at;
    this.#at++;
    while (!this.ended && source[this.#at] !== quote) {
      this.#at += quote === '"' && source[this.#at] === "\\" ? 2 : 1;
    }
    this.#at++;
    this.#end = this.#at;
  }

  /** Reads a scalar without quotes, up to the character that ends it. */
  #plain(): void {
    this.#takeColumn();
    this.#start = this.#at;
    for (this.#at++; !this.ended; this.#at++) {
      const char = this.source[this.#at];
      if (char === "\n") break;
      if (char === ":" && this.#isBlank(1)) break;
      if (char === "#" && this.#isBlank(-1)) break;
      if (this.#isInBrackets && ",[]{}:".includes(char)) break;
    }
    this.#end = this.#at;
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
