import type { ParsedNode } from "yaml";

/** Units of all scalars that are kept. */
const KEPT = 2 ** 22;

/** Where the units of scalars stand in their file, by scalar; only the last ones of many. */
export class ScalarUnits {
  readonly #units = new Map<ParsedNode, readonly number[] | undefined>();
  #kept = 0;

  /** Gives what is known of a scalar, or finds it out; undefined where its text cannot be followed. */
  get(
    node: ParsedNode,
    find: () => readonly number[] | undefined,
  ): readonly number[] | undefined {
    const known = this.#units.get(node);
    if (known !== undefined || this.#units.has(node)) return known;
    const units = find();
    this.#kept += units?.length ?? 0;
    if (this.#kept > KEPT) {
      this.#units.clear();
      this.#kept = units?.length ?? 0;
    }
    this.#units.set(node, units);
    return units;
  }
}
