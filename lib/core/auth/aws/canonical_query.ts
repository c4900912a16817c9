import { formPairs } from "../form_pairs.ts";
import { percentEncode } from "../percent_encode.ts";

/** The query as SigV4 sees it: decoded, encoded again in AWS's one way, sorted by name, then value. */
export function canonicalQuery(query: string): string {
  return formPairs(query)
    .map(([name, value]) => [percentEncode(name), percentEncode(value)])
    // Encoded text is ASCII, so that comparing characters compares bytes.
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
