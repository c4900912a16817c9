/**
 * Turns Ctrl-C into an abort, so that a run can end in order. The second one
 * ends the process, as if nobody listened.
 */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal = this.#controller.signal;
  /** Does what Ctrl-C does; it is not heard while somebody is asked something. */
  readonly interrupt = (): void => {
    this.#controller.abort();
    this[Symbol.dispose]();
  };

  /** Listens until it is disposed of. */
  constructor() {
    Deno.addSignalListener("SIGINT", this.interrupt);
  }

  [Symbol.dispose](): void {
    Deno.removeSignalListener("SIGINT", this.interrupt);
  }
}
