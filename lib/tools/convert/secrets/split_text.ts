import type { ScriptToken } from "./script_tokens.ts";

/** A part of what a text says, by the offsets in that. */
interface Piece {
  readonly from: number;
  readonly to: number;
}

/** What is written instead of a stretch of the code, around an expression. */
interface Split<Kind extends Piece> {
  readonly piece: Kind;
  /** Offsets in the code. */
  readonly from: number;
  readonly to: number;
  readonly around: readonly [before: string, after: string];
}

/** Where a sum means the same without parentheses. */
const BEFORE = /^(?:[(,=:[]|=>|return)$/;
const BEHIND = /^(?:[),;\]}]|eof)$/;

/**
 * Splits a text of a script so that expressions stand for pieces of it:
 * `"Bearer abc"` becomes `"Bearer " + …`, and in a template `${…}` does.
 * Undefined where a text has to be one literal.
 *
 * @param pieces In order, apart from each other.
 */
export function splitText<Kind extends Piece>(
  code: string,
  tokens: readonly ScriptToken[],
  { at, pieces }: { at: number; pieces: readonly Kind[] },
): Split<Kind>[] | undefined {
  const { kind, start, end, places } = tokens[at];
  const quote = code[start];
  if (kind === "part" || quote === "`") {
    return pieces.map((piece) => ({
      piece,
      from: places[piece.from],
      to: places[piece.to],
      around: ["${", "}"],
    }));
  }
  const before = tokens[at - 1]?.value ?? "";
  const behind = tokens[at + 1]?.value ?? "eof";
  // Such as `import x from "…"`.
  if (/^(?:from|import)$/.test(before)) return undefined;
  const isKey = behind === ":" && /^[{,]$/.test(before);
  const [open, close] = isKey
    ? ["[", "]"]
    : BEFORE.test(before) && BEHIND.test(behind)
    ? ["", ""]
    : ["(", ")"];
  return pieces.map((piece, index) => {
    const [from, to] = [places[piece.from], places[piece.to]];
    const isLast = index === pieces.length - 1;
    const next = isLast ? end : places[pieces[index + 1].from];
    const head = code.slice(start + quote.length, from);
    const tail = code.slice(to, isLast ? end - quote.length : next);
    return {
      piece,
      from: index === 0 ? start : from,
      to: next,
      around: [
        index === 0 ? open + (head && `${quote}${head}${quote} + `) : "",
        (tail && ` + ${quote}${tail}${quote}`) + (isLast ? close : " + "),
      ],
    };
  });
}
