import { PAIR_NAMES, PAIR_VALUES } from "../source/field_names.ts";
import type { Range } from "./automaton.ts";

/** A value in braces or brackets, and the name that it belongs to. */
export interface FlowPair {
  readonly name: string;
  /** Where the value stands, without quotes. */
  readonly range: Range;
  /** The value as written, where it has no quotes. */
  readonly plain?: string;
}

/** Quoted texts, placeholders, what structures a flow, and the rest. */
const TOKEN =
  /"((?:[^"\\]|\\.)*)"?|'((?:[^']|'')*)'?|\{\{[^{}]*\}\}|[{}[\],:]|[^"'{}[\],:]+/dg;
/** An anchor's alias, and what is none. */
const NO_VALUE = /^(?:[*#]|$)/;
/** What code names or calls. */
const CODE_WORD = /^[\w$.()]+$/;
/** What a flow of YAML may stand behind; one of code has more before it. */
const BEFORE_FLOW = /^\s*(?:[-?]\s+)*$/;

/** A scalar that may go on. */
interface Scalar {
  text: string;
  readonly range: Range;
  readonly quoted: boolean;
}

/** A mapping or a list that is open. */
interface Level {
  readonly isList: boolean;
  /** The key that it stands behind. */
  readonly under?: string;
  /** Whether it stands in code, whose plain words are no values. */
  readonly isCode: boolean;
  /** The name that a member gives. */
  name?: string;
  key?: { readonly text: string; readonly quoted: boolean };
  /** Those that have no name yet. */
  values: Omit<FlowPair, "name">[];
}

/**
 * The values of a line of YAML that have their names elsewhere in the same
 * flow: `{name: apiKey, value: …}`, `apiKey: {value: …}`, `apiKey: [[…]]`, and
 * those behind a quoted key: `{"apiKey": …}`. Reads the line once.
 */
export function flowPairs(line: string): FlowPair[] {
  if (!/[[{]/.test(line)) return [];
  const pairs: FlowPair[] = [];
  const levels: Level[] = [];
  let scalar: Scalar | undefined;
  /** The key before a flow that is in none. */
  let outerKey: string | undefined;

  const endScalar = () => {
    const level = levels.at(-1);
    const ended = scalar;
    scalar = undefined;
    if (level === undefined || ended === undefined) return;
    const text = ended.quoted ? ended.text : ended.text.trim();
    const from = ended.quoted
      ? ended.range[0]
      : ended.range[0] + ended.text.length - ended.text.trimStart().length;
    const range: Range = [from, from + text.length];
    const value = ended.quoted ? { range } : { range, plain: text };
    const isValue = ended.quoted ||
      !NO_VALUE.test(text) && !(level.isCode && CODE_WORD.test(text));
    const { key } = level;
    if (!level.isList && key !== undefined && PAIR_NAMES.has(key.text)) {
      level.name = text;
    } else if (!isValue) return;
    else if (level.isList || key !== undefined && PAIR_VALUES.has(key.text)) {
      level.values.push(value);
    } else if (key?.quoted) pairs.push({ name: key.text, ...value });
  };
  const close = () => {
    endScalar();
    const level = levels.pop();
    if (level === undefined) return;
    const { under, name, values } = level;
    const own = name ??
      (under === undefined || PAIR_VALUES.has(under) ? undefined : under);
    if (own !== undefined) {
      for (const value of values) pairs.push({ name: own, ...value });
      return;
    }
    const outer = levels.at(-1);
    if (outer === undefined) return;
    // The few go to the many, so that deep nesting takes no more work.
    const [few, many] = values.length < outer.values.length
      ? [values, outer.values]
      : [outer.values, values];
    for (const value of few) many.push(value);
    outer.values = many;
  };

  for (
    const { 0: token, 1: double, 2: single, index, indices } of line.matchAll(
      TOKEN,
    )
  ) {
    const level = levels.at(-1);
    const inQuotes = indices![1] ?? indices![2];
    if (token === "{" || token === "[") {
      // Behind a word stands no flow, but what code calls or reads.
      const isBehind = !BEFORE_FLOW.test(scalar?.text ?? "");
      const isCode = level?.isCode || isBehind;
      const key = level === undefined ? outerKey : level.key?.text;
      const under = isBehind ? undefined : key;
      levels.push({ isList: token === "[", under, isCode, values: [] });
      scalar = undefined;
      outerKey = undefined;
    } else if (token === "}" || token === "]") {
      close();
    } else if (token === ",") {
      endScalar();
      if (level === undefined) outerKey = undefined;
      else delete level.key;
    } else if (
      token === ":" && scalar !== undefined &&
      (scalar.quoted || /^\s?$/.test(line.charAt(index + 1)))
    ) {
      const text = scalar.text.replace(/^\s*(?:[-?]\s+)*/, "").trim();
      if (level === undefined) outerKey = text;
      else level.key = { text, quoted: scalar.quoted };
      scalar = undefined;
    } else if (inQuotes !== undefined && !scalar?.text.trim()) {
      scalar = { text: double ?? single, range: inQuotes, quoted: true };
    } else if (scalar !== undefined) {
      if (!scalar.quoted) scalar.text += token;
    } else if (level === undefined || token.trim() !== "") {
      scalar = {
        text: token,
        range: [index, index + token.length],
        quoted: false,
      };
    }
  }
  while (levels.length > 0) close();
  return pairs;
}
