/** Thrown by a deadline; becomes a TIMEOUT diagnostic. */
export class DeadlineError extends Error {
  override name = "DeadlineError";

  /** Makes an error for a limit in milliseconds. */
  constructor(readonly limit: number) {
    super("deadline");
  }
}

/**
 * What can end a request early, the caller's signal or the time-out, in one place:
 * lighter than an AbortController with its event targets.
 */
export class Cancellation implements Disposable {
  /** Whoever waits at the moment; called at most once. */
  onCancel: ((reason: unknown) => void) | undefined;
  #reason: { error: unknown } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#cancel(this.#signal!.reason);

  /** Starts the clock; `timeout` in milliseconds, 0 for none. */
  constructor(signal: AbortSignal | undefined, readonly timeout: number) {
    signal?.throwIfAborted();
    this.#signal = signal;
    signal?.addEventListener("abort", this.#onAbort);
    this.restart();
  }

  /** Starts the clock anew. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.timeout === 0) return;
    this.#timer = setTimeout(
      () => this.#cancel(new DeadlineError(this.timeout)),
      this.timeout,
    );
  }

  /** @throws What cancelled, if it did so between two steps. */
  check(): void {
    if (this.#reason) throw this.#reason.error;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }

  #cancel(error: unknown): void {
    this.#reason ??= { error };
    this.onCancel?.(error);
  }
}
