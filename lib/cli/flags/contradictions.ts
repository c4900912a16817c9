import { CONTRADICTIONS } from "../../host/run/contradictions.ts";
import type { FlagValues } from "./flag_values.ts";

/** Pairs of flags that contradict each other. */
const PAIRS: readonly (readonly [string, string])[] = [
  ...CONTRADICTIONS.map(([one, other]) =>
    [kebabCase(one), kebabCase(other)] as const
  ),
  ["color", "no-color"],
  ["quiet", "verbose"],
  ["silent", "verbose"],
];

/**
 * Refuses two flags that contradict each other.
 *
 * @throws {UsageError} They are given.
 */
export function refuseContradictions(flags: FlagValues): void {
  const two = PAIRS.find(([one, other]) => flags.has(one) && flags.has(other));
  if (two === undefined) return;
  throw flags.refuse(
    two[0],
    `Cannot use "--${two[0]}" with "--${two[1]}": they contradict each other`,
  );
}

/** The flags that a flag contradicts. */
export function contradicted(name: string): string[] {
  return PAIRS.filter((pair) => pair.includes(name)).flat()
    .filter((one) => one !== name);
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
