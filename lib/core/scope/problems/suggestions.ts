import { nearest } from "../../source/nearest.ts";

const MAX_COMPARISONS = 50_000;

/** Finds nearest names for one text's problems, within a bounded time for all of them. */
export class Suggestions {
  #comparisons = 0;

  /** The nearest candidate; undefined where none is near, or the time is used up. */
  nearest(
    name: string,
    candidates: () => readonly string[],
  ): string | undefined {
    if (this.#comparisons > MAX_COMPARISONS) return undefined;
    const all = candidates();
    this.#comparisons += all.length;
    return nearest(name, all);
  }
}
