import fc from "fast-check";
import {
  type AccountCounts,
  addCounts,
  sumCounts,
} from "../../lib/tools/convert/counts.ts";

/** Something made for a test, and what is in it. */
export interface Counted<Value> {
  readonly value: Value;
  readonly counts: Partial<AccountCounts>;
}

/** Several things as one, with the sum of what is in them. */
export function together<Value>(
  parts: readonly Counted<Value>[],
  own: Partial<AccountCounts> = {},
): { values: Value[]; counts: AccountCounts } {
  return {
    values: parts.map(({ value }) => value),
    counts: addCounts(sumCounts(parts.map(({ counts }) => counts)), own),
  };
}

/** Names as people give them, and as nobody does: empty, of two, of a file. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("", "a", "A", "a/b", "folder", "environments", "x.yml", "é"),
  fc.string({ maxLength: 8 }),
);

/** Code of a script: some is blank. */
export const code: fc.Arbitrary<Counted<string>> = fc.oneof(
  fc.constantFrom("", "  ", "\n").map((value) => ({ value, counts: {} })),
  fc.constantFrom("test();", "let a = 1;\n\nb();", "// }").map((value) => ({
    value,
    counts: { scripts: 1 },
  })),
);
