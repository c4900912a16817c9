/** Ctrl-C, and how a CI system or a container ends a process; Windows knows only the first. */
export const INTERRUPTING: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM"];

/**
 * Turns Ctrl-C and SIGTERM into an abort, so that a run can end in order. The
 * second one ends the process, as if nobody listened.
 */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();
  /** Aborts at the first signal. */
  readonly signal: AbortSignal = this.#controller.signal;
  /** Does what Ctrl-C does; it is not heard while somebody is asked something. */
  readonly interrupt = (): void => {
    this.#controller.abort();
    this[Symbol.dispose]();
  };

  /** Listens until it is disposed of. */
  constructor() {
    for (const signal of INTERRUPTING) {
      Deno.addSignalListener(signal, this.interrupt);
    }
  }

  /** Somebody else listens from now on, and calls {@linkcode Interruption.interrupt}. */
  handOver(): void {
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const signal of INTERRUPTING) {
      Deno.removeSignalListener(signal, this.interrupt);
    }
  }
}
