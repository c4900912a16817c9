import { splitUrl } from "../../http/wire_url.ts";
import { type FormPair, formPairs } from "../form_pairs.ts";
import { percentEncode } from "../percent_encode.ts";
import { queryOf } from "../query.ts";

/** What OAuth 1 signs. */
export interface BaseStringInput {
  readonly method: string;
  /** In wire form. */
  readonly url: string;
  /** The body, where it is a form. */
  readonly form?: string;
  /** Protocol parameters, without realm and signature. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Makes the signature base string (RFC 5849, 3.4.1). */
export function baseString(input: BaseStringInput): string {
  const url = splitUrl(input.url);
  const scheme = url?.socketPath === undefined ? url?.protocol : "http:";
  const path = url?.target.split("?", 1)[0];
  const pairs: FormPair[] = [
    ...formPairs(queryOf(input.url) ?? ""),
    ...formPairs(input.form ?? ""),
    ...input.parameters.map(([name, value]): FormPair => [
      new TextEncoder().encode(name),
      new TextEncoder().encode(value),
    ]),
  ];
  return [
    input.method.toUpperCase(),
    percentEncode(`${scheme}//${url?.authority}${path}`),
    percentEncode(normalise(pairs)),
  ].join("&");
}

/** Encodes the pairs and sorts them by name, then value. */
function normalise(pairs: readonly FormPair[]): string {
  return pairs
    .map(([name, value]) => [percentEncode(name), percentEncode(value)])
    // Encoded text is ASCII, so that comparing characters compares bytes.
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join("="))
    .join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
