/** A text of several lines that a command reads: `<<EOF` and the lines up to `EOF`. */
export interface Heredoc {
  readonly text: string;
  /** Whether the shell fills in nothing, as a part of the word is quoted. */
  readonly isLiteral: boolean;
  /** The offset behind the operator and its word. */
  readonly behind: number;
  /** The offset of the line behind the text and its end. */
  readonly end: number;
}

const OPERATOR =
  /<<(?!<)(?<tabs>-?)[ \t]*(?:'(?<single>[^'\n]*)'|"(?<double>[^"\n]*)"|(?<escape>\\?)(?<plain>[\w.-]+))/y;

/** Finds the texts of here-documents; each text is read once. */
export class Heredocs {
  /** Where lines stand last, as written and without tabs before them. */
  #last?: ReadonlyMap<string, number>;

  constructor(readonly text: string) {}

  /**
   * The here-document of an operator; undefined where no line ends one.
   *
   * @param from Where the lines begin that no other one on this line takes.
   */
  at(offset: number, from: number | undefined): Heredoc | undefined {
    OPERATOR.lastIndex = offset;
    const { 0: found = "", groups } = OPERATOR.exec(this.text) ?? {};
    if (groups === undefined) return undefined;
    const { tabs, single, double, escape, plain } = groups;
    const word = single ?? double ?? plain;
    const start = from ?? this.#nextLine(offset);
    if (start === undefined || (this.#ends().get(word) ?? -1) < start) {
      return undefined;
    }
    const lines: string[] = [];
    for (let at = start; at < this.text.length;) {
      const next = lineEnd(this.text, at);
      const line = this.text.slice(at, next - 1).replace(/\r$/, "");
      const written = tabs === "-" ? line.replace(/^\t+/, "") : line;
      if (written === word) {
        return {
          text: lines.map((one) => `${one}\n`).join(""),
          isLiteral: plain === undefined || escape !== "",
          behind: offset + found.length,
          end: next,
        };
      }
      lines.push(written);
      at = next;
    }
    return undefined;
  }

  /** The line behind the command, which may go on behind a backslash. */
  #nextLine(offset: number): number | undefined {
    for (let at = offset;;) {
      const next = this.text.indexOf("\n", at);
      if (next === -1) return undefined;
      if (!/\\\r?$/.test(this.text.slice(Math.max(0, next - 2), next))) {
        return next + 1;
      }
      at = next + 1;
    }
  }

  #ends(): ReadonlyMap<string, number> {
    if (this.#last !== undefined) return this.#last;
    const last = new Map<string, number>();
    for (let at = 0; at < this.text.length;) {
      const next = lineEnd(this.text, at);
      const line = this.text.slice(at, next - 1).replace(/\r$/, "");
      last.set(line, at);
      last.set(line.replace(/^\t+/, ""), at);
      at = next;
    }
    return this.#last = last;
  }
}

/** The offset behind a line; behind one that nothing ends, as if a line break did. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return (end === -1 ? text.length : end) + 1;
}
