/** An example of more values is cut. */
const MAX_VALUES = 20_000;
/** All examples of a document get so many values for each character of its text, up to a limit. */
const PER_CHARACTER = 4;
const MAX_ALL_VALUES = 2_000_000;

/**
 * How many values may still go into examples that schemas make: a few that
 * refer to each other could make millions. What all examples of a document get
 * grows with its text, so that those of a long one are not cut.
 */
export class SampleBudget {
  #left: number;
  #here = MAX_VALUES;
  #isCut = false;

  constructor(characters: number) {
    this.#left = Math.min(
      Math.max(MAX_VALUES, characters * PER_CHARACTER),
      MAX_ALL_VALUES,
    );
  }

  /** Begins another example. */
  begin(): void {
    this.#here = MAX_VALUES;
  }

  /** How many values the example may still get. */
  get left(): number {
    return Math.min(this.#left, this.#here);
  }

  /** Takes so many values; false where there are not so many. */
  take(values: number): boolean {
    if (values > this.left) {
      this.#isCut = true;
      return false;
    }
    this.#left -= values;
    this.#here -= values;
    return true;
  }

  /** Notes that an example lacks something. */
  cut(): void {
    this.#isCut = true;
  }

  /** Whether an example was cut since this was asked the last time. */
  wasCut(): boolean {
    const was = this.#isCut;
    this.#isCut = false;
    return was;
  }
}
