/**
 * Numbers what has a name that was there before, as `name (2)`: repeated
 * visits of a request, and checks of equal names.
 */
export class Numbering {
  readonly #written: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();

  /** @param written All names that are there, numbered by their writers maybe. */
  constructor(written: ReadonlySet<string>) {
    this.#written = written;
  }

  /** The name of the next one, in order. */
  next(name: string): string {
    let count = (this.#counts.get(name) ?? 0) + 1;
    if (count > 1) {
      while (this.#written.has(`${name} (${count})`)) count++;
    }
    this.#counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  }
}
