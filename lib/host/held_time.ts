/** Milliseconds between two looks at the clock. */
const TICK = 2;
/** Milliseconds: what is late by less than that was not held up by a script. */
const LEAST = 5;

/**
 * How long scripts have held the thread since the start: meanwhile no request
 * could go on, so that the time is not theirs.
 */
class HeldTime {
  #total = 0;
  /** The number of watched tasks that can hold the thread. */
  #watched = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** When the clock was looked at last. */
  #seen = 0;

  /** Milliseconds. */
  get total(): number {
    if (this.#watched > 0) this.#look();
    return this.#total;
  }

  /** A script held the thread for so many milliseconds, until now. */
  add(time: number): void {
    this.#total += time;
    this.#seen = performance.now();
  }

  /**
   * Does what may hold the thread whenever it goes on: a script that Deno runs
   * itself, after an `await`. Nobody can ask for its time, but timers come late.
   */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    if (this.#watched++ === 0) {
      this.#seen = performance.now();
      this.#timer = setInterval(() => this.#tick(), TICK);
      Deno.unrefTimer(this.#timer);
    }
    try {
      return await work();
    } finally {
      this.#look();
      if (--this.#watched === 0) clearInterval(this.#timer);
    }
  }

  #tick(): void {
    this.#look();
    this.#seen = performance.now();
  }

  #look(): void {
    const now = performance.now();
    const late = now - this.#seen - TICK;
    if (late < LEAST) return;
    this.#total += late;
    this.#seen = now;
  }
}

/** The held time of this thread. */
export const heldTime = new HeldTime();
