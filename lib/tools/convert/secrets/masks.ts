import type { Range } from "../../../core/secrets/automaton.ts";
import { isOfPairs } from "./literal_parts.ts";

const WORDS = "(?:redacted|masked|hidden|filtered|sanitized|removed)";
/** What programs write instead of a secret. */
const MASK = new RegExp(
  String.raw`^(?:[*•]{3,}|[[<{(]?\s?${WORDS}\s?[\]>})]?)$`,
  "i",
);

export const SCHEME_BEFORE = /^[A-Za-z]+ +/;

/** Whether a text, also behind a scheme such as `Bearer `, is only a mask. */
export function isMasked(value: string): boolean {
  return MASK.test(value.replace(SCHEME_BEFORE, ""));
}

/** The whole value of a cookie or of a header's parameter. */
const PAIR_VALUE =
  /(?<==["']?)([*•]+|[[<({A-Z][^;,"'=]{3,15})(?=["']?\s*(?:[;,]|$))/;

/** Splits what placeholders leave at the masks that stand for one of its pairs, as in `sid=***; theme=dark`: every second part is one. */
export function splitAtMasks(field: string, text: string): string[] {
  if (!isOfPairs(field)) return [text];
  const parts = text.split(PAIR_VALUE);
  const split = [parts[0]];
  for (let index = 1; index < parts.length; index += 2) {
    const [value, after] = parts.slice(index);
    if (MASK.test(value)) split.push(value, after);
    else split[split.length - 1] += value + after;
  }
  return split;
}

/** What a pair's value is called, by what stands before it. */
export function nameOfPair(field: string, before: string): string {
  return `${field} ${/([\w.$-]+)=["']?$/.exec(before)?.[1] ?? ""}`;
}

/**
 * A mask such as `<redacted>` as the value of a pair, or as a password before a
 * host. Angle brackets end these elsewhere, as in a page of HTML.
 */
const ANGLED = new RegExp(
  String
    .raw`(?:(?:^|[?&])([\w.\-[\]%+]{1,100})=(<\s?${WORDS}\s?>)(?=[&\s#"']|$))|(?::\/\/[^\s/?#@"'<>:]{0,200}:(<\s?${WORDS}\s?>)@)`,
  "dgi",
);

/** The masks in angle brackets in the pairs and URLs of a text; the name of a password is empty. */
export function angledMasks(
  text: string,
): { readonly name: string; readonly range: Range }[] {
  if (!text.includes("<")) return [];
  return [...text.matchAll(ANGLED)].map(({ 1: name = "", indices }) => ({
    name,
    range: (indices![2] ?? indices![3])!,
  }));
}
