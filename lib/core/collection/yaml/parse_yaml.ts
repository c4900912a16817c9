import { parse } from "@std/yaml/parse";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { describeYamlError } from "./describe_yaml_error.ts";

/** Files beyond this many characters are refused. */
export const MAX_FILE_LENGTH = 10 * 1024 * 1024;
/** Files with more list items and members are refused: each takes a kilobyte while it is parsed. */
export const MAX_NODES = 200_000;

/** A YAML file as plain data. */
export interface YamlDocument {
  /** Path of the file, as shown to the user. */
  readonly file: string;
  /** Mappings, lists, strings, numbers, booleans and null. */
  readonly root: unknown;
  /**
   * A scalar's text as the author wrote it (`1.10` where the data has 1.1);
   * undefined where nothing is written.
   */
  written(path: readonly (string | number)[]): string | undefined;
  /** The keys in the file for those of the data, where the file has another form. */
  keys?(path: readonly (string | number)[]): readonly (string | number)[];
}

/** Reads a YAML file; without a document when it is malformed. */
export function parseYaml(
  file: string,
  text: string,
): { document?: YamlDocument; diagnostics: Diagnostic[] } {
  const tooLarge = limit(file, text);
  if (tooLarge) return { diagnostics: [tooLarge] };
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tab = tabIndentation(file, source);
  if (tab) return { diagnostics: [tab] };
  let root: unknown;
  try {
    root = parse(source, { schema: "core" });
  } catch (error) {
    return { diagnostics: [describeYamlError(file, source, error)] };
  }
  return {
    document: { file, root, written: asWritten(source) },
    diagnostics: [],
  };
}

function limit(file: string, text: string): Diagnostic | undefined {
  const reason = text.length > MAX_FILE_LENGTH
    ? "it is larger than 10 MiB"
    : hasMoreNodes(text, MAX_NODES)
    ? `it has more than ${MAX_NODES} list items and members (divide it into files)`
    : undefined;
  return reason === undefined ? undefined : {
    code: "LIMIT",
    severity: "error",
    message: `Cannot read "${file}": ${reason}`,
    location: { file },
  };
}

/**
 * The core schema turns `1.10` into a number and its text is lost, so the
 * first question for it parses the file again with every scalar as text.
 */
function asWritten(source: string): YamlDocument["written"] {
  let texts: unknown;
  let parsed = false;
  return (path) => {
    if (!parsed) {
      parsed = true;
      try {
        texts = parse(source, { schema: "failsafe" });
      } catch {
        // A tag such as !!int, which only the core schema knows.
      }
    }
    let node = texts;
    for (const key of path) {
      if (
        typeof node !== "object" || node === null || !Object.hasOwn(node, key)
      ) {
        return undefined;
      }
      node = (node as Record<string | number, unknown>)[key];
    }
    return typeof node === "string" ? node : undefined;
  };
}

/** The YAML library takes a tab for a blank and attaches the line to the wrong parent. */
function tabIndentation(file: string, source: string): Diagnostic | undefined {
  const match = /^\t+(?:- |[\w.-]+:(?:[ \r]|$))/m.exec(source);
  if (!match || /^\s*[{[]/.test(source)) return undefined;
  return {
    code: "YAML_SYNTAX",
    severity: "error",
    message: `Cannot read "${file}": a tab indents a line, YAML wants spaces`,
    location: {
      file,
      line: source.slice(0, match.index).split("\n").length,
      column: 1,
    },
  };
}

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
