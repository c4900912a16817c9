import type { Thrown } from "../../../core/script/border/bridge.ts";
import { CANCELLED } from "../../../core/script/failure.ts";

/** What a script that runs in Deno itself has under way. */
export class TrustedWork implements Disposable {
  /** Settles when the script is not waited for any more. */
  readonly ended: Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  readonly #signal: AbortSignal | undefined;
  readonly #cancel = () => this.end(CANCELLED);
  #reason: Thrown | undefined;
  #waiting = 0;
  #wake: () => void = () => {};

  /** Begins without any; `signal` ends it. */
  constructor(signal: AbortSignal | undefined) {
    this.ended = this.#end.promise;
    this.#signal = signal;
    if (signal?.aborted) this.#cancel();
    signal?.addEventListener("abort", this.#cancel);
  }

  /** Why the script is not waited for any more. */
  get reason(): Thrown | undefined {
    return this.#reason;
  }

  /** Whether Brace is at something for the script. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Waits for Brace; the script does not end before. */
  async wait(promise: unknown): Promise<unknown> {
    this.#waiting++;
    try {
      return await promise;
    } finally {
      this.#waiting--;
      this.changed();
    }
  }

  /** Settles at the next change. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => this.#wake = resolve);
  }

  /** Something has ended that was under way. */
  changed(): void {
    this.#wake();
  }

  /** Ends waiting for the script. */
  end(reason: Thrown): void {
    this.#reason ??= reason;
    this.#end.resolve();
  }

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener("abort", this.#cancel);
  }
}
