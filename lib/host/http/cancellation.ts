import { ExchangeClock } from "./exchange_clock.ts";
import { heldTime } from "../held_time.ts";
import { type Alarm, alarm } from "../sleep.ts";

/** Thrown by a time limit; becomes a TIMEOUT diagnostic. */
export class DeadlineError extends Error {
  override name = "DeadlineError";

  /** Makes an error for a limit in milliseconds. */
  constructor(
    readonly limit: number,
    readonly kind: "whole" | "connect" | "idle" = "whole",
  ) {
    super("deadline");
  }
}

/** Ends an exchange whose content nobody wants more of: what came is the response. */
export class StreamOver extends Error {
  override name = "StreamOver";
}

/** What may end a request early. */
export interface CancellationOptions {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds; 0 is no limit. */
  readonly timeout: number;
  readonly deadlines: Deadlines;
  readonly aborts: Aborts;
}

/** What a cancellation ends. */
export interface Waiting {
  cancel(reason: unknown): void;
}

/**
 * What can end a request early, the caller's signal or the time-out, in one
 * place: lighter than an AbortController with its event targets.
 */
export class Cancellation implements Disposable, Deadline, Abortable {
  /**
   * Whoever waits at the moment; told at most once. No function: one that is
   * assigned stays, with the whole exchange (see `docs/performance.md`).
   */
  waiting: Waiting | undefined;
  due = Infinity;
  /** Tells what the time of an exchange was spent on that failed. */
  readonly clock = new ExchangeClock();
  /** Milliseconds in which neither the request nor its response was on the way. */
  away = 0;
  readonly #options: CancellationOptions;
  #reason: { error: unknown } | undefined;

  /** Starts the clock. */
  constructor(options: CancellationOptions) {
    const { signal, aborts } = options;
    this.#options = options;
    signal?.throwIfAborted();
    if (signal) aborts.add(this, signal);
    this.restart();
  }

  /** Where further limits of the request are watched. */
  get deadlines(): Deadlines {
    return this.#options.deadlines;
  }

  /** Starts the clock anew. */
  restart(): void {
    const { timeout, deadlines } = this.#options;
    if (timeout === 0) return;
    this.due = performance.now() + timeout;
    deadlines.add(this);
  }

  /** Stops the clock until `restart`. */
  pause(): void {
    this.#options.deadlines.remove(this);
  }

  /** The time is up. */
  expire(): void {
    this.#cancel(new DeadlineError(this.#options.timeout));
  }

  /** Nobody wants the response any more. */
  abort(reason: unknown): void {
    this.#cancel(reason);
  }

  /** @throws What cancelled, if it did so between two steps. */
  check(): void {
    if (this.#reason) throw this.#reason.error;
  }

  /** Waits for a person or a signature: that time is not the exchange's. */
  async apart<T>(task: T | Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await task;
    } finally {
      this.away += performance.now() - since;
    }
  }

  /** Waits for something that cannot be cancelled itself, no longer than it may. */
  wait<T>(task: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#reason) {
        // Nobody hears of its failure, which would end the process.
        task.catch(() => {});
        throw this.#reason.error;
      }
      this.waiting = { cancel: reject };
      // Before whoever waits goes on, and waits for the next thing.
      const free = <A>(then: (value: A) => void) => (value: A) => {
        this.waiting = undefined;
        then(value);
      };
      task.then(free(resolve), free(reject));
    });
  }

  [Symbol.dispose](): void {
    this.pause();
    const { signal, aborts } = this.#options;
    if (signal) aborts.remove(this, signal);
  }

  #cancel(error: unknown): void {
    this.#reason ??= { error };
    this.waiting?.cancel(error);
  }
}

/** Something that a signal ends. */
interface Abortable {
  abort(reason: unknown): void;
}

/** What ends with one signal. */
interface Watch {
  readonly open: Set<Abortable>;
  readonly listener: () => void;
}

/**
 * One listener for all requests with a signal. It stays for the next request
 * with the same one: to add and to remove it would take longer than to send.
 */
export class Aborts {
  readonly #watches = new Map<AbortSignal, Watch>();

  /** Watches a signal for something until it is removed. */
  add(one: Abortable, signal: AbortSignal): void {
    let watch = this.#watches.get(signal);
    if (watch === undefined) {
      this.close();
      const open = new Set<Abortable>();
      const listener = () => {
        for (const it of [...open]) it.abort(signal.reason);
      };
      watch = { open, listener };
      signal.addEventListener("abort", listener);
      this.#watches.set(signal, watch);
    }
    watch.open.add(one);
  }

  /** Forgets something. */
  remove(one: Abortable, signal: AbortSignal): void {
    this.#watches.get(signal)?.open.delete(one);
  }

  /** Watches no signal that nothing waits for. */
  close(): void {
    for (const [signal, { open, listener }] of this.#watches) {
      if (open.size > 0) continue;
      signal.removeEventListener("abort", listener);
      this.#watches.delete(signal);
    }
  }
}

/** Something that ends at a time, by `performance.now()`. */
interface Deadline {
  readonly due: number;
  /** Called once, when the time has come. */
  expire(): void;
}

/**
 * One alarm for the deadlines of all requests. Arming and stopping one of its
 * own for each request would cost a tenth of the request. Time in which scripts
 * held the thread does not count.
 */
export class Deadlines {
  /** With the time that scripts had held the thread when it was added. */
  readonly #open = new Map<Deadline, number>();
  #alarm: Alarm | undefined;
  #due = Infinity;

  /** Watches a deadline until it is removed. */
  add(deadline: Deadline): void {
    this.#open.set(deadline, heldTime.total);
    if (deadline.due < this.#due) this.#arm(deadline.due);
  }

  /** Forgets a deadline; the alarm stays, most often the next request needs it. */
  remove(deadline: Deadline): void {
    this.#open.delete(deadline);
  }

  /** Stops the alarm. */
  close(): void {
    this.#alarm?.stop();
    this.#due = Infinity;
  }

  #arm(due: number): void {
    this.#alarm?.stop();
    this.#due = due;
    // Connections under way keep the process alive, a left-over alarm does not.
    this.#alarm = alarm(due - performance.now(), () => this.#expire());
  }

  #expire(): void {
    this.#due = Infinity;
    // Alarms may be early by a fraction of a millisecond.
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
