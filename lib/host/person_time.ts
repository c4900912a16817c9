import { heldTime } from "./held_time.ts";

/** Told when somebody is asked, and when that has ended. */
type Listener = (isAsked: boolean) => void;

/**
 * How long somebody at the terminal has thought about questions since the
 * start. A question holds the thread, also in the middle of a script: the time
 * is neither the script's nor the run's.
 */
class PersonTime {
  #total = 0;
  readonly #listeners = new Set<Listener>();

  /** Milliseconds. */
  get total(): number {
    return this.#total;
  }

  /** Asks, and holds the thread until there is an answer. */
  take<T>(ask: () => T): T {
    const start = performance.now();
    this.#tell(true);
    try {
      return ask();
    } finally {
      this.#tell(false);
      const time = performance.now() - start;
      this.#total += time;
      // Requests under way could not go on either.
      heldTime.add(time);
    }
  }

  /** Tells of each question from now on; gives what ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(isAsked: boolean): void {
    for (const listener of this.#listeners) listener(isAsked);
  }
}

/** The time that questions at this process's terminal took. */
export const personTime = new PersonTime();

/** A script holds the thread from now on; gives what ends that. What a person takes meanwhile counts by itself. */
export function holdThread(): () => void {
  const start = performance.now();
  const asked = personTime.total;
  return () =>
    heldTime.add(performance.now() - start - (personTime.total - asked));
}
