/** Goes through steps one after the other, and tells what came of them. */
export class Rehearsal {
  readonly #print: (line: string) => void;
  readonly #failed: string[] = [];
  readonly #leftOut: string[] = [];

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Runs a step; one that fails does not keep those after it from running. */
  async step(what: string, run: () => Promise<void>): Promise<void> {
    this.#print(`… ${what}`);
    try {
      await run();
      this.#print(`✓ ${what}`);
    } catch (error) {
      this.#failed.push(what);
      this.#print(
        `✗ ${what}: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  /** Names what is not rehearsed, and why. */
  leaveOut(what: string, why: string): void {
    this.#leftOut.push(`- ${what}: ${why}`);
  }

  /** Prints what was left out and what failed; gives the exit code. */
  end(): number {
    this.#print("\nLeft out:");
    for (const line of this.#leftOut) this.#print(line);
    const count = this.#failed.length;
    this.#print(
      count === 0
        ? "\nThe rehearsal is green"
        : `\nThe rehearsal failed: ${this.#failed.join("; ")}`,
    );
    return count === 0 ? 0 : 1;
  }
}
