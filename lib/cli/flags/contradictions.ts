import { CONTRADICTIONS } from "../../host/run/contradictions.ts";

/** Pairs of flags that contradict each other. */
const PAIRS: readonly (readonly [string, string])[] = [
  ...CONTRADICTIONS.map(([one, other]) =>
    [kebabCase(one), kebabCase(other)] as const
  ),
  ["color", "no-color"],
  ["quiet", "verbose"],
  ["silent", "verbose"],
];

/** The first two of the given flags that contradict each other. */
export function contradiction(
  has: (name: string) => boolean,
): readonly [string, string] | undefined {
  return PAIRS.find(([one, other]) => has(one) && has(other));
}

/** The flags that a flag contradicts. */
export function contradicted(name: string): string[] {
  return PAIRS.filter((pair) => pair.includes(name)).flat()
    .filter((one) => one !== name);
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
