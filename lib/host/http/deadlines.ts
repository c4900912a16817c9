import { heldTime } from "../held_time.ts";
import { MAX_TIMER } from "../max_timer.ts";

/** Something that ends at a time, by `performance.now()`. */
export interface Deadline {
  readonly due: number;
  /** Called once, when the time has come. */
  expire(): void;
}

/**
 * One timer for the deadlines of all requests. Arming and clearing a timer of its
 * own for each request would cost a tenth of the request. Time in which scripts
 * held the thread does not count.
 */
export class Deadlines {
  /** With the time that scripts had held the thread when it was added. */
  readonly #open = new Map<Deadline, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Infinity;

  /** Watches a deadline until it is removed. */
  add(deadline: Deadline): void {
    this.#open.set(deadline, heldTime.total);
    if (deadline.due < this.#due) this.#arm(deadline.due);
  }

  /** Forgets a deadline; the timer stays, most often the next request needs it. */
  remove(deadline: Deadline): void {
    this.#open.delete(deadline);
  }

  /** Stops the timer. */
  close(): void {
    clearTimeout(this.#timer);
    this.#due = Infinity;
  }

  #arm(due: number): void {
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(
      () => this.#expire(),
      // What is due later is armed again.
      Math.min(Math.max(0, due - performance.now()), MAX_TIMER),
    );
    // Connections under way keep the process alive, a left-over timer must not.
    Deno.unrefTimer(this.#timer);
  }

  #expire(): void {
    this.#due = Infinity;
    // Timers may be early by a fraction of a millisecond.
    const now = performance.now() + 1;
    let next = Infinity;
    for (const [deadline, held] of [...this.#open]) {
      const due = deadline.due + heldTime.total - held;
      if (due <= now) {
        this.#open.delete(deadline);
        deadline.expire();
      } else next = Math.min(next, due);
    }
    if (next < this.#due) this.#arm(next);
  }
}
