/** A text to find. */
export interface SecretPattern {
  readonly text: string;
  /**
   * Base64 of a secret in the middle of other base64: the characters at its
   * edges hold bits of the secret too, so a match takes them with it.
   */
  readonly edges?: Edges;
}

interface Edges {
  readonly before: boolean;
  readonly after: boolean;
}

/** From and to (exclusive), in UTF-16 code units. */
export type Range = readonly [from: number, to: number];

/** Finds patterns in a text; `cut` says that the text goes on after its end. */
export interface SecretSearch {
  /** Where patterns stand. */
  find(text: string, cut: boolean): Range[];
  /** Where in a text the longest pattern ends that begins with `lead` and goes on at an offset. */
  endOf(lead: string, rest: Rest): number | undefined;
}

/** How patterns are looked for. */
export interface SearchOptions {
  /**
   * Whether the beginning of a pattern counts where the text is cut. Where
   * somebody chooses the text and sees what was found, it would tell whether a
   * guess is right, one character after the other. Default true.
   */
  readonly beginnings?: boolean;
}

/** A text from an offset on. */
interface Rest {
  readonly text: string;
  readonly at: number;
  readonly cut: boolean;
}

/**
 * So many characters of each pattern are in the automaton; the rest of a longer
 * one is compared where they are found. A long token costs little memory so.
 */
const ANCHOR = 32;
/** Shorter beginnings of a secret before a cut are left alone. */
const MIN_BEGINNING = 4;
const ELLIPSIS = 0x2026;
const NO_EDGES: Edges = { before: false, after: false };

interface State {
  /** Length of the patterns' beginning that the state stands for. */
  readonly depth: number;
  readonly next: Map<number, State>;
  /** The longest beginning that is an end of this one. */
  fail: State;
  /** The longest whole pattern that ends here. */
  found?: SecretPattern;
  /** Whether any of those that end here has an edge after it. */
  after: boolean;
  /** Patterns that begin so and go on, the longest first. */
  longer?: SecretPattern[];
}

/**
 * Makes a search for many texts at once (Aho–Corasick). Its time depends on the
 * text's length, not on how many patterns there are. The beginning of a pattern
 * counts as a match where the text is cut: before a `…` and, with `cut`, at its
 * end.
 */
export function searchFor(
  patterns: readonly SecretPattern[],
  { beginnings = true }: SearchOptions = {},
): SecretSearch {
  const ellipsis = beginnings ? ELLIPSIS : NaN;
  const root = trieOf(patterns);
  const first = new Uint8Array(65_536);
  for (const unit of root.next.keys()) first[unit] = 1;

  function find(text: string, isCut: boolean): Range[] {
    const cut = isCut && beginnings;
    const ranges: Range[] = [];
    let state = root;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (state === root && first[unit] === 0) continue;
      if (unit === ellipsis && state.depth >= MIN_BEGINNING) {
        ranges.push([at - state.depth, at]);
      }
      state = step(state, unit);
      const end = at + 1;
      if (state.found !== undefined) {
        const { text: { length }, edges = NO_EDGES } = state.found;
        const { before } = edges;
        ranges.push(
          widen(text, [end - length, end], { before, after: state.after }),
        );
      }
      for (const { text: whole, edges } of state.longer ?? []) {
        const from = end - ANCHOR;
        const to = compare(text, from, { whole, cut, ellipsis });
        if (to === undefined) continue;
        ranges.push(widen(text, [from, to], edges));
        break;
      }
    }
    if (cut && state.depth >= MIN_BEGINNING) {
      ranges.push([text.length - state.depth, text.length]);
    }
    return ranges;
  }

  function endOf(lead: string, rest: Rest): number | undefined {
    const { text, at } = rest;
    const cut = rest.cut && beginnings;
    if (first[lead.charCodeAt(0)] === 0) return undefined;
    const from = at - lead.length;
    let end: number | undefined;
    let state: State | undefined = root;
    for (let to = from; state !== undefined; to++) {
      if (state.found?.text.length === state.depth && to >= at) {
        const edges = { before: false, after: state.after };
        end = widen(text, [from, to], edges)[1];
      }
      for (const { text: whole, edges } of state.longer ?? []) {
        if (to - from !== ANCHOR) break;
        const found = compare(text, from, { whole, cut, ellipsis });
        if (found === undefined) continue;
        const { after } = edges ?? NO_EDGES;
        return widen(text, [from, found], { before: false, after })[1];
      }
      const unit = to < at
        ? lead.charCodeAt(to - from)
        : to < text.length
        ? text.charCodeAt(to)
        : cut
        ? ELLIPSIS
        : NaN;
      if (unit === ellipsis && state.depth >= MIN_BEGINNING) end = to;
      state = state.next.get(unit);
    }
    return end;
  }

  return { find, endOf };
}

function trieOf(patterns: readonly SecretPattern[]): State {
  const root = newState(0);
  for (const pattern of merged(patterns)) {
    const { text } = pattern;
    let state = root;
    for (let at = 0; at < Math.min(text.length, ANCHOR); at++) {
      const unit = text.charCodeAt(at);
      let child = state.next.get(unit);
      if (child === undefined) {
        child = newState(at + 1, root);
        state.next.set(unit, child);
      }
      state = child;
    }
    if (text.length > ANCHOR) (state.longer ??= []).push(pattern);
    else if (state !== root) state.found = pattern;
  }
  // Shallow states first: what a state falls back to is shallower.
  const level = [root];
  for (const state of level) {
    for (const [unit, child] of state.next) {
      if (state !== root) child.fail = step(state.fail, unit);
      child.after = child.found?.edges?.after === true || child.fail.after;
      child.found ??= child.fail.found;
      child.longer?.sort((a, b) => b.text.length - a.text.length);
      level.push(child);
    }
  }
  return root;
}

function newState(depth: number, root?: State): State {
  const state: Omit<State, "fail"> & { fail?: State } = {
    depth,
    next: new Map(),
    after: false,
  };
  return Object.assign(state, { fail: root ?? state }) as State;
}

/** One pattern for each text, with the edges of all that have it. */
function merged(patterns: readonly SecretPattern[]): Iterable<SecretPattern> {
  const byText = new Map<string, SecretPattern>();
  for (const { text, edges = NO_EDGES } of patterns) {
    const { before, after } = byText.get(text)?.edges ?? NO_EDGES;
    byText.set(text, {
      text,
      edges: { before: before || edges.before, after: after || edges.after },
    });
  }
  return byText.values();
}

function step(from: State, unit: number): State {
  let state = from;
  while (true) {
    const child = state.next.get(unit);
    if (child !== undefined) return child;
    if (state.fail === state) return state;
    state = state.fail;
  }
}

/** Where a pattern that begins at `from` ends, or the text is cut in it; undefined where they differ. */
function compare(
  text: string,
  from: number,
  { whole, cut, ellipsis }: { whole: string; cut: boolean; ellipsis: number },
): number | undefined {
  for (let at = ANCHOR; at < whole.length; at++) {
    if (from + at === text.length) return cut ? text.length : undefined;
    const unit = text.charCodeAt(from + at);
    if (unit !== whole.charCodeAt(at)) {
      return unit === ellipsis ? from + at : undefined;
    }
  }
  return from + whole.length;
}

function widen(
  text: string,
  [start, end]: Range,
  { before, after }: Edges = NO_EDGES,
): Range {
  let [from, to] = [start, end];
  if (before && isBase64(text.charCodeAt(from - 1))) from--;
  if (after) {
    if (isBase64(text.charCodeAt(to))) to++;
    for (let pad = 0; pad < 2 && text[to] === "="; pad++) to++;
  }
  return [from, to];
}

function isBase64(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) || unit === 0x2b || unit === 0x2f ||
    unit === 0x2d || unit === 0x5f;
}
