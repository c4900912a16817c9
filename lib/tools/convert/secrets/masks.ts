import { isOfPairs } from "./literal_parts.ts";

/** What programs write instead of a secret. */
const MASK =
  /^(?:[*•]{3,}|[[<{(]?\s?(?:redacted|masked|hidden|filtered|sanitized|removed)\s?[\]>})]?)$/i;

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
