/**
 * Finds the candidate that a misspelt name most likely means, or nothing when
 * none is close. Case and the separators `_`, `-`, `.` and blank count for
 * little: `baseUrl` is nearest to `base_url`. Equally near candidates: the
 * first one wins.
 *
 * @example
 * ```ts
 * import { nearest } from "./nearest.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(nearest("baseUrl", ["token", "base_url"]), "base_url");
 * assertEquals(nearest("notContain", ["contains", "notContains"]), "notContains");
 * assertEquals(nearest("host", ["token", "base_url"]), undefined);
 * ```
 */
export function nearest(
  name: string,
  candidates: Iterable<string>,
): string | undefined {
  const folded = fold(name);
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const limit = Math.min(
      allowedDistance(name, candidate),
      bestDistance - FRACTION,
    );
    const distance = editDistance(folded, fold(candidate), limit) +
      (candidate.length === name.length ? 0 : FRACTION);
    if (distance <= limit) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Whether one name becomes the other by at most one edit: a letter left out, added, replaced or swapped with its neighbour. */
export function isOneEdit(a: string, b: string): boolean {
  return editDistance(a, b, 1) <= 1;
}

/** Whether a candidate is nearer to a name than any other, in whichever order they come. */
export function isNearest(
  near: string,
  name: string,
  candidates: Iterable<string>,
): boolean {
  for (const other of candidates) {
    if (other !== near && nearest(name, [other, near]) !== near) return false;
  }
  return true;
}

/** The candidate that a misspelt word surely is: every other one differs from it in more letters. */
export function surelyMeant(
  word: string,
  candidates: readonly string[],
): string | undefined {
  const near = nearest(word, candidates);
  if (near === undefined) return undefined;
  const folded = fold(word);
  const distance = editDistance(folded, fold(near), MAX_LENGTH);
  const isUnsure = candidates.some((other) =>
    other !== near && editDistance(folded, fold(other), distance) <= distance
  );
  return isUnsure ? undefined : near;
}

/** The words that stand behind a message for what {@linkcode nearest} found; `""` for nothing. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? "" : ` (did you mean "${name}"?)`;
}

/** A problem whose message ends with the words for another name that was meant; undefined: for none. */
export function withMeant<
  T extends { message: string; suggestion?: string },
>(problem: T, name: string | undefined): T {
  const { message, suggestion } = problem;
  if (name === suggestion) return problem;
  const before = didYouMean(suggestion);
  const bare = message.endsWith(before)
    ? message.slice(0, message.length - before.length)
    : message;
  const meant = { ...problem, message: bare + didYouMean(name) };
  if (name !== undefined) return { ...meant, suggestion: name };
  delete meant.suggestion;
  return meant;
}

/** The words for a name that is near to none of those that there are. */
export function useOneOf(names: readonly string[]): string {
  return `use ${names.length > 1 ? "one of " : ""}${names.join(", ")}`;
}

/** Lets a candidate of the same length win among equally near ones. */
const FRACTION = 0.1;

/** Longer names are not typing mistakes of one another; comparing them would be slow. */
const MAX_LENGTH = 100;

function fold(name: string): string {
  return name.slice(0, MAX_LENGTH + 1).toLowerCase().replace(/[_\-. ]/g, "");
}

/** A third of the longer name may differ, at most four characters. */
function allowedDistance(name: string, candidate: string): number {
  const longer = Math.max(name.length, candidate.length);
  if (longer > MAX_LENGTH) return -1;
  return Math.min(4, Math.floor(longer / 3)) + FRACTION;
}

/** Edits (insert, delete, replace, swap neighbours) from `a` to `b`; Infinity above the limit. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  if (a === b) return 0;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        previous[j] + 1,
        current[j - 1] + 1,
        previous[j - 1] + (same ? 0 : 1),
      );
      if (
        !same && i > 1 && j > 1 && a[i - 1] === b[j - 2] &&
        a[i - 2] === b[j - 1]
      ) {
        cost = Math.min(cost, beforePrevious[j - 2] + 1);
      }
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return Infinity;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length];
}
