import { diffLines as diff } from "diff";

/** The lines of two texts, those that only one has with its sign. */
export function diffLines(a: string, b: string) {
  return diff(a, b).flatMap(({ value, added, removed }) => {
    const sign = added ? "+" : removed ? "-" : " ";
    return value.replace(/\n$/, "").split("\n").map((text) =>
      ({ sign, text }) as const
    );
  });
}
