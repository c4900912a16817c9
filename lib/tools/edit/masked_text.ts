import type { Diagnostic } from "../../core/source/diagnostic.ts";

/** A text whose secrets are hidden. */
export interface HiddenText {
  readonly text: string;
  /** What each mask hides. */
  readonly hidden: ReadonlyMap<string, string>;
  /** The character that masks begin with, and how often. */
  readonly sign: string;
}

const DOT = "•";
const LEAST = 6;

/**
 * Hides stretches of a text behind masks, each with a number of its own
 * (`••••••1`), so that {@linkcode unmaskText} knows them wherever they are
 * moved or copied to. Equal values have one mask.
 */
export function maskText(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): HiddenText {
  // Longer than what the text has itself.
  const own = text.match(/•+/g) ?? [];
  const most = own.reduce((length, one) => Math.max(length, one.length), 0);
  const sign = DOT.repeat(Math.max(LEAST, most + 1));
  const masks = new Map<string, string>();
  let masked = "";
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    const value = text.slice(from, end);
    // A digit behind it would be taken for its own.
    const mask = masks.get(value) ?? `${sign}${masks.size + 1}•`;
    masks.set(value, mask);
    masked += text.slice(at, from) + mask;
    at = end;
  }
  return {
    text: masked + text.slice(at),
    hidden: new Map([...masks].map(([value, mask]) => [mask, value])),
    sign,
  };
}

/**
 * Puts what masks hide back into an edited text. A mask that is gone hides
 * nothing any more; one that was damaged is a problem, as its dots would be
 * written for a secret.
 */
export function unmaskText(
  edited: string,
  { hidden, sign }: HiddenText,
): { readonly text: string; readonly problem?: undefined } | {
  readonly problem: Diagnostic;
} {
  if (hidden.size === 0) return { text: edited };
  let damaged = -1;
  // Runs of dots with the number and the dot that make a mask.
  const text = edited.replaceAll(
    /(•+)(?:(\d+)•)?/g,
    (run, dots, number, at) => {
      const value = number === undefined || dots !== sign
        ? undefined
        : hidden.get(`${sign}${number}•`);
      if (value !== undefined) return value;
      // The text had shorter runs of its own.
      if (dots.length >= LEAST && damaged === -1) damaged = at;
      return run;
    },
  );
  if (damaged === -1) return { text };
  const line = edited.slice(0, damaged).split("\n").length;
  return {
    problem: {
      code: "WRITE",
      severity: "error",
      message:
        `Cannot save the text: line ${line} has a part of a hidden secret (undo the change there, or write the whole value anew)`,
      location: {
        line,
        column: damaged - edited.lastIndexOf("\n", damaged - 1),
      },
    },
  };
}
