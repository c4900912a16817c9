import type { Range } from "./automaton.ts";

/** The ranges of a text that an expression matches. */
export function rangesOf(text: string, pattern: RegExp): Range[] {
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
}
