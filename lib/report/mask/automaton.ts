/** A text to find. */
export interface Pattern {
  readonly text: string;
  /**
   * Base64 of a secret in the middle of other base64: the characters at its
   * edges hold bits of the secret too, so a match takes them with it.
   */
  readonly edges?: { readonly before: boolean; readonly after: boolean };
}

/** From and to (exclusive), in UTF-16 code units. */
export type Range = readonly [from: number, to: number];

/** Shorter beginnings of a secret before a cut are left alone. */
const SHORTEST_BEGINNING = 4;
const ELLIPSIS = 0x2026;

/**
 * Makes a search for many texts at once (Aho–Corasick). It is linear in the
 * text, however many patterns there are and however they overlap. The
 * beginning of a pattern counts as a match where the text is cut: before a `…`
 * and, with `cut`, at the end.
 */
export function searchFor(
  patterns: readonly Pattern[],
): (text: string, cut?: boolean) => Range[] {
  const next = new Map<number, number>();
  const first = new Uint8Array(65_536);
  const depth = [0];
  const fail = [0];
  /** By state: length of the longest pattern that ends there; 0 for none. */
  const found = [0];
  const before = [false];
  const after = [false];

  for (const { text, edges } of patterns) {
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const key = state * 65_536 + text.charCodeAt(at);
      let child = next.get(key);
      if (child === undefined) {
        child = depth.length;
        next.set(key, child);
        depth.push(at + 1);
        fail.push(0);
        found.push(0);
        before.push(false);
        after.push(false);
      }
      state = child;
    }
    if (state === 0) continue;
    first[text.charCodeAt(0)] = 1;
    found[state] = text.length;
    if (edges?.before) before[state] = true;
    if (edges?.after) after[state] = true;
  }

  const step = (state: number, unit: number): number => {
    while (true) {
      const child = next.get(state * 65_536 + unit);
      if (child !== undefined) return child;
      if (state === 0) return 0;
      state = fail[state];
    }
  };
  // Shallow states first: a state's fallback is shallower than the state.
  const edges = [...next].sort((a, b) => depth[a[1]] - depth[b[1]]);
  for (const [key, state] of edges) {
    const parent = Math.floor(key / 65_536);
    if (parent !== 0) fail[state] = step(fail[parent], key % 65_536);
    const shorter = fail[state];
    if (found[state] === 0) {
      found[state] = found[shorter];
      before[state] = before[shorter];
    }
    after[state] ||= after[shorter];
  }

  return (text, cut = false) => {
    const ranges: Range[] = [];
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (state === 0 && first[unit] === 0) continue;
      if (unit === ELLIPSIS && depth[state] >= SHORTEST_BEGINNING) {
        ranges.push([at - depth[state], at]);
      }
      state = step(state, unit);
      if (found[state] === 0) continue;
      let from = at + 1 - found[state];
      let to = at + 1;
      if (before[state] && isBase64(text.charCodeAt(from - 1))) from--;
      if (after[state]) {
        if (isBase64(text.charCodeAt(to))) to++;
        for (let pad = 0; pad < 2 && text[to] === "="; pad++) to++;
      }
      ranges.push([from, to]);
    }
    if (cut && depth[state] >= SHORTEST_BEGINNING) {
      ranges.push([text.length - depth[state], text.length]);
    }
    return ranges;
  };
}

function isBase64(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) || unit === 0x2b || unit === 0x2f ||
    unit === 0x2d || unit === 0x5f;
}
