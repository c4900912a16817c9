import type { Diagnostic } from "../source/diagnostic.ts";
import type { Inserted } from "../scope/provenance.ts";

/** A result, or what stands in its way; warnings come with a result too. */
export interface Rendered<T> {
  /** Absent when a diagnostic is an error. */
  readonly value?: T;
  readonly diagnostics: readonly Diagnostic[];
  /** The values in the result. */
  readonly insertions?: readonly Inserted[];
}

const NOTHING: readonly Diagnostic[] = [];
const NONE: readonly Inserted[] = [];

/** A result with its diagnostics: no value when one of them is an error. */
export function rendered<T>(
  value: T,
  diagnostics: readonly Diagnostic[],
  insertions: readonly Inserted[] = NONE,
): Rendered<T> {
  if (diagnostics.length === 0) {
    return { value, diagnostics: NOTHING, insertions };
  }
  const distinct = withoutRepeats(diagnostics);
  const failed = distinct.some(({ severity }) => severity === "error");
  return failed
    ? { diagnostics: distinct }
    : { value, diagnostics: distinct, insertions };
}

/** A nested variable that is used twice would report its problem twice. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  // Most have a place of their own, which is cheaper to compare than all of them.
  const firsts = new Map<number | undefined, Diagnostic>();
  const others = new Set<string>();
  return diagnostics.filter((one) => {
    const { location } = one;
    const first = firsts.get(location?.offset);
    if (first === undefined) {
      firsts.set(location?.offset, one);
      return true;
    }
    const key = keyOf(one);
    return key !== keyOf(first) && !others.has(key) && others.add(key);
  });
}

function keyOf({ code, message, location }: Diagnostic): string {
  return [
    code,
    message,
    location?.file,
    location?.yamlPath,
    location?.offset,
  ].join("\0");
}

/** Insertions in a text that goes on into another one, `by` characters further. */
export function movedInsertions(
  insertions: readonly Inserted[],
  by: number,
): readonly Inserted[] {
  if (by === 0) return insertions;
  return insertions.map((one) => ({
    ...one,
    start: one.start + by,
    end: one.end + by,
  }));
}

/**
 * Insertions in a text, as they stand in what `encode` makes of it. It has to
 * encode each part of a text as it does in the whole.
 */
export function encodedInsertions(
  insertions: readonly Inserted[],
  text: string,
  encode: (text: string) => string,
): readonly Inserted[] {
  if (insertions.length === 0) return insertions;
  const offsets = new Map<number, number>();
  const bounds = insertions.flatMap(({ start, end }) => [start, end]);
  let from = 0;
  let length = 0;
  for (const bound of bounds.sort((a, b) => a - b)) {
    if (bound > from) length += encode(text.slice(from, bound)).length;
    from = bound;
    offsets.set(bound, length);
  }
  return insertions.map((one) => ({
    ...one,
    start: offsets.get(one.start)!,
    end: offsets.get(one.end)!,
  }));
}

/** Insertions in what is left of a text between two offsets; those that are gone are left out. */
export function slicedInsertions(
  insertions: readonly Inserted[],
  from: number,
  to: number,
): readonly Inserted[] {
  return insertions.flatMap((one) => {
    const start = Math.max(one.start, from);
    const end = Math.min(one.end, to);
    if (start > end || start === end && one.start !== one.end) return [];
    return { ...one, start: start - from, end: end - from };
  });
}
