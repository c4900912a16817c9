import { ansiC, backtick } from "./ansi_c.ts";
import { withoutCarets } from "./carets.ts";
import { commandEnd, lineBreakAfter } from "./command_end.ts";
import { type Heredoc, Heredocs } from "./heredoc.ts";
import {
  expansionAt,
  type QuotingShell,
  type ShellExpansion,
} from "./shell_expansion.ts";

/** A command's words, and where it begins. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** From 1. */
  readonly line: number;
  /** What stands behind `|` and is not read, or a redirection; absent: nothing. */
  readonly rest?: string;
  /** What the shell fills into the words, which are templates with its names. */
  readonly expansions?: readonly ShellExpansion[];
  /** What it reads: the text of a here-document (`<<EOF`) or a here-string (`<<<`). */
  readonly input?: string;
  /** A quote of a word processor where the shell needs its own. */
  readonly typographic?: string;
}

const TYPOGRAPHIC_QUOTE = /[“”„‟‘’‚‛«]/;
/** What stands before a quoted value: nothing, or a flag. */
const BEFORE_VALUE = /^(?:-\w|--[\w-]+)?$/;

/** A quote that nothing closes. */
export class UnclosedQuoteError extends SyntaxError {
  constructor(readonly offset: number, quote: string) {
    super(`the quote ${quote} is not closed`);
  }
}

/**
 * Splits a text into commands and words by the quoting of a shell: POSIX
 * (XCU 2.2, with bash's `$'…'`), cmd.exe or PowerShell. One pass.
 *
 * @param options.expands What the shell fills in becomes a placeholder.
 * @throws {UnclosedQuoteError} A quote has no end.
 */
export function splitCommands(
  text: string,
  shell: QuotingShell,
  { expands = false } = {},
): ShellCommand[] {
  if (shell !== "cmd") return new Splitter(text, { shell, expands }).commands();
  const { text: plain, literal } = withoutCarets(text);
  return new Splitter(plain, { shell, literal, expands }).commands();
}

class Splitter {
  #at = 0;
  #line = 1;
  #word: string | undefined;
  #words: string[] = [];
  #expansions: ShellExpansion[] = [];
  #startLine = 1;
  #input: string | undefined;
  #typographic: string | undefined;
  /** Whether the next word is what the command reads. */
  #isHereString = false;
  /** How many expansions stood before the word that names the file of a redirection. */
  #beforeFile: number | undefined;
  /** The last redirection of the command. */
  #redirection: string | undefined;
  readonly #heredocs: Heredocs;
  /** The line behind the here-documents of this one. */
  #behindHeredocs: number | undefined;
  readonly #commands: ShellCommand[] = [];

  readonly shell: QuotingShell;
  /** Offsets of units that an escape took the meaning of. */
  readonly #literal: ReadonlySet<number>;
  readonly #expands: boolean;

  constructor(
    readonly text: string,
    { shell, literal = new Set(), expands = false }: {
      shell: QuotingShell;
      literal?: ReadonlySet<number>;
      expands?: boolean;
    },
  ) {
    this.shell = shell;
    this.#expands = expands;
    this.#literal = literal;
    this.#heredocs = new Heredocs(text);
  }

  commands(): ShellCommand[] {
    const { text } = this;
    while (this.#at < text.length) {
      const unit = text[this.#at];
      if (this.#literal.has(this.#at)) this.#quoted(unit);
      else if (unit === "\n") {
        this.#endCommand();
        this.#skip((this.#behindHeredocs ?? this.#at + 1) - this.#at);
        this.#behindHeredocs = undefined;
      } else if (/\s/.test(unit)) {
        this.#endWord();
        this.#skip(1);
      } else if (this.#isContinuation()) {
        this.#endWordAtContinuation();
      } else if (
        unit === "#" && this.#word === undefined && this.shell !== "cmd"
      ) {
        this.#at = lineBreakAfter(text, this.#at);
      } else if (this.#isOperator(unit)) {
        this.#operator(unit);
      } else this.#quoted(unit);
    }
    this.#endCommand();
    return this.#commands;
  }

  #isOperator(unit: string): boolean {
    if (unit === ";") return this.shell !== "cmd";
    return unit === "|" || unit === "&" || unit === ">" || unit === "<";
  }

  /** `;` and `&&` end a command; behind `|` is nothing of curl's, and behind `>` and `<` the name of a file. */
  #operator(unit: string): void {
    const { text } = this;
    // `&>` is for both streams.
    const isBoth = unit === "&" && text[this.#at + 1] === ">" &&
      this.shell === "posix";
    if (unit === ";" || unit === "&" && !isBoth) {
      this.#endCommand();
      this.#skip(text[this.#at + 1] === unit ? 2 : 1);
      return;
    }
    if (unit === "<" && this.shell === "posix" && this.#reads()) return;
    // `2>` is the stream's number, no word.
    if (unit === ">" && /^\d$/.test(this.#word ?? "")) this.#word = undefined;
    const from = this.#at;
    if (unit !== "|" && this.#redirects()) return;
    // The text of a here-document follows its line.
    const goesOn = this.shell === "posix" && !this.#behindHeredocs;
    this.#skip((goesOn ? commandEnd : lineBreakAfter)(text, from) - from);
    this.#endCommand(text.slice(from, this.#at).trim());
  }

  /** Takes `>`, `>>`, `2>&` or `<`: the next word is a file. False for `<(…)`. */
  #redirects(): boolean {
    const redirection = /(?:&?>>?[|&]?|<)(?![<>(&|])(?![ \t]*[<>(&|])/y;
    redirection.lastIndex = this.#at;
    const [operator] = redirection.exec(this.text) ?? [];
    if (operator === undefined) return false;
    this.#endWord();
    this.#skip(operator.length);
    this.#redirection = operator;
    this.#beforeFile = this.#expansions.length;
    return true;
  }

  /** Takes `<<EOF` and `<<<`; false for a file. */
  #reads(): boolean {
    if (this.text.startsWith("<<<", this.#at)) {
      this.#endWord();
      this.#skip(3);
      this.#isHereString = true;
      return true;
    }
    const found = this.#heredocs.at(this.#at, this.#behindHeredocs);
    if (found === undefined) return false;
    this.#endWord();
    this.#skip(found.behind - this.#at);
    this.#behindHeredocs = found.end;
    this.#input = found.isLiteral ? found.text : this.#filled(found);
    return true;
  }

  /** The text of a here-document with what the shell fills in. */
  #filled({ text }: Heredoc): string {
    const inside = new Splitter(text, {
      shell: this.shell,
      expands: this.#expands,
    });
    const filled = inside.#untilEnd();
    this.#expansions.push(...inside.#expansions);
    return filled;
  }

  /** The whole text as it stands between double quotes that do not end. */
  #untilEnd(): string {
    this.#append("");
    while (this.#at < this.text.length) {
      const unit = this.text[this.#at];
      const next = this.text[this.#at + 1] ?? "";
      if (unit === "\\" && "$`\\\n".includes(next) && next !== "") {
        this.#append(next === "\n" ? "" : next);
        this.#skip(2);
      } else if (!this.#expansion()) this.#plain(unit);
    }
    return this.#word ?? "";
  }

  #isContinuation(): boolean {
    if (this.shell === "cmd") return false;
    const escape = this.shell === "posix" ? "\\" : "`";
    if (this.text[this.#at] !== escape) return false;
    const end = /[ \t]*\r?\n/y;
    end.lastIndex = this.#at + 1;
    return end.test(this.text);
  }

  #endWordAtContinuation(): void {
    this.#skip(this.text.indexOf("\n", this.#at) + 1 - this.#at);
    // The next line goes on with the word only where it does not begin with a blank.
    if (/\s/.test(this.text[this.#at] ?? " ")) this.#endWord();
  }

  #quoted(unit: string): void {
    if (TYPOGRAPHIC_QUOTE.test(unit) && BEFORE_VALUE.test(this.#word ?? "")) {
      this.#typographic ??= unit;
    }
    switch (this.shell) {
      case "posix":
        return this.#posix(unit);
      case "cmd":
        return this.#cmd(unit);
      case "powershell":
        return this.#powershell(unit);
      default:
        return this.shell satisfies never;
    }
  }

  #posix(unit: string): void {
    const { text } = this;
    if (unit === "'") {
      this.#append(this.#until("'"));
    } else if (unit === "$" && text[this.#at + 1] === "'") {
      this.#ansiC();
    } else if (unit === '"') {
      this.#escaped('"', (next) => '$`"\\'.includes(next) ? next : `\\${next}`);
    } else if (unit === "\\") {
      this.#append(text[this.#at + 1] ?? "");
      this.#skip(2);
    } else if (!this.#expansion()) this.#plain(unit);
  }

  /** A placeholder for what the shell fills in here; false where it fills in nothing. */
  #expansion(): boolean {
    if (!this.#expands || this.#literal.has(this.#at)) return false;
    const found = expansionAt(this.text, this.#at, this.shell);
    if (found === undefined) return false;
    this.#expansions.push(found);
    this.#append(`{{${found.name}}}`);
    this.#skip(found.text.length);
    return true;
  }

  /** After the carets, words are split as Microsoft's C runtime does. */
  #cmd(unit: string): void {
    if (unit === '"') {
      this.#escaped('"', (next) => '"\\'.includes(next) ? next : `\\${next}`);
    } else if (unit === "\\" && this.text[this.#at + 1] === '"') {
      this.#append('"');
      this.#skip(2);
    } else if (!this.#expansion()) this.#plain(unit);
  }

  #powershell(unit: string): void {
    const { text } = this;
    if (unit === "'") {
      const from = this.#at;
      this.#append("");
      for (this.#skip(1);;) {
        const close = text.indexOf("'", this.#at);
        if (close === -1) throw new UnclosedQuoteError(from, "'");
        this.#append(text.slice(this.#at, close));
        this.#skip(close + 1 - this.#at);
        if (text[this.#at] !== "'") return;
        this.#append("'");
        this.#skip(1);
      }
    } else if (unit === '"') {
      this.#backticked();
    } else if (unit === "`") {
      this.#append(backtick(text[this.#at + 1] ?? ""));
      this.#skip(2);
    } else if (!this.#expansion()) this.#plain(unit);
  }

  /** PowerShell's double quotes; `\"` is how Windows passes one on. */
  #backticked(): void {
    const { text } = this;
    const from = this.#at;
    this.#append("");
    for (this.#skip(1); this.#at < text.length;) {
      const unit = text[this.#at];
      const next = text[this.#at + 1] ?? "";
      if (unit === "`" || unit === "\\" && next === '"') {
        this.#append(unit === "`" ? backtick(next) : next);
        this.#skip(2);
      } else if (unit === '"' && next === '"') {
        this.#append('"');
        this.#skip(2);
      } else if (unit === '"') {
        this.#skip(1);
        return;
      } else if (!this.#expansion()) this.#plain(unit);
    }
    throw new UnclosedQuoteError(from, '"');
  }

  /** Double quotes in which a backslash may escape. */
  #escaped(quote: string, unescape: (next: string) => string): void {
    const { text } = this;
    const from = this.#at;
    this.#append("");
    for (this.#skip(1); this.#at < text.length;) {
      const unit = text[this.#at];
      const next = text[this.#at + 1];
      if (unit === quote) {
        this.#skip(1);
        return;
      }
      if (unit === "\\" && (next === "\n" || next === "\r")) {
        this.#skip(text.indexOf("\n", this.#at) + 1 - this.#at);
      } else if (unit === "\\") {
        this.#append(unescape(next));
        this.#skip(2);
      } else if (!this.#expansion()) this.#plain(unit);
    }
    throw new UnclosedQuoteError(from, quote);
  }

  /** bash's `$'…'` with the escapes of C. */
  #ansiC(): void {
    const read = ansiC(this.text, this.#at + 2);
    if (read === undefined) throw new UnclosedQuoteError(this.#at, "$'");
    this.#append(read.value);
    this.#skip(read.end - this.#at);
  }

  /** What stands up to the next quote of a kind, which is passed. */
  #until(quote: string): string {
    const close = this.text.indexOf(quote, this.#at + 1);
    if (close === -1) throw new UnclosedQuoteError(this.#at, quote);
    const inside = this.text.slice(this.#at + 1, close);
    this.#skip(close + 1 - this.#at);
    return inside;
  }

  #plain(unit: string): void {
    this.#append(unit);
    this.#skip(1);
  }

  #append(text: string): void {
    if (this.#word === undefined && this.#words.length === 0) {
      this.#startLine = this.#line;
    }
    this.#word = (this.#word ?? "") + text;
  }

  #skip(units: number): void {
    for (let count = 0; count < units; count++) {
      if (this.text[this.#at++] === "\n") this.#line++;
    }
  }

  #endWord(): void {
    if (this.#word !== undefined && this.#beforeFile !== undefined) {
      // No request has what the shell fills into this name.
      this.#expansions.length = this.#beforeFile;
      this.#beforeFile = undefined;
    } else if (this.#word !== undefined && this.#isHereString) {
      this.#input = `${this.#word}\n`;
      this.#isHereString = false;
    } else if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }

  #endCommand(rest: string | undefined = this.#redirection): void {
    this.#endWord();
    if (this.#words.length > 0) {
      this.#commands.push({
        words: this.#words,
        line: this.#startLine,
        ...(rest !== undefined && { rest }),
        ...(this.#expansions.length > 0 && { expansions: this.#expansions }),
        ...(this.#input !== undefined && { input: this.#input }),
        ...(this.#typographic && { typographic: this.#typographic }),
      });
    }
    this.#words = [];
    this.#typographic = undefined;
    this.#input = undefined;
    this.#isHereString = false;
    this.#beforeFile = undefined;
    this.#redirection = undefined;
    this.#expansions = [];
  }
}
