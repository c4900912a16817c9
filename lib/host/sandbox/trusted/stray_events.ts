/** What a script hears of what no code of it is called with. */
export interface Hearer {
  /** An exception in a callback. */
  failed(error: unknown): void;
  /** A promise that was rejected and that nothing handles. */
  dropped(error: unknown): void;
  /** Nothing is under way in the whole process any more. */
  idle(): void;
}

/**
 * Tells the script that runs in Deno itself what would otherwise end the process.
 * What happens between scripts is told the next one.
 */
export class StrayEvents {
  /** Lists that inherit nothing: scripts may have changed what lists have. */
  readonly #hearers: Hearer[] = Object.setPrototypeOf([], null);
  #missed: ((hearer: Hearer) => void)[] = Object.setPrototypeOf([], null);
  readonly #broken: ((error: unknown) => void) | undefined;
  readonly #listeners = {
    error: (event: Event) => {
      event.preventDefault();
      this.#tell((it) => it.failed((event as ErrorEvent).error));
    },
    unhandledrejection: (event: Event) => {
      event.preventDefault();
      this.#tell((it) => it.dropped((event as PromiseRejectionEvent).reason));
    },
    beforeunload: (event: Event) => {
      const hearer = this.#hearer;
      if (hearer === undefined) {
        return this.#broken?.(new Error("nothing is under way any more"));
      }
      event.preventDefault();
      hearer.idle();
    },
  };

  /**
   * Listens until it is disposed of.
   *
   * @param broken Told where Brace itself does not go on.
   */
  constructor(broken?: (error: unknown) => void) {
    this.#broken = broken;
    for (const [name, listener] of Object.entries(this.#listeners)) {
      globalThis.addEventListener(name, listener);
    }
  }

  /** Tells a script, and those that it runs first. Gives what ends it. */
  tell(hearer: Hearer): () => void {
    const hearers = this.#hearers;
    hearers[hearers.length] = hearer;
    const missed = this.#missed;
    this.#missed = Object.setPrototypeOf([], null);
    for (let i = 0; i < missed.length; i++) missed[i](hearer);
    return () => {
      let kept = 0;
      for (let i = 0; i < hearers.length; i++) {
        if (hearers[i] !== hearer) hearers[kept++] = hearers[i];
      }
      hearers.length = kept;
    };
  }

  get #hearer(): Hearer | undefined {
    return this.#hearers[this.#hearers.length - 1];
  }

  dispose(): void {
    for (const [name, listener] of Object.entries(this.#listeners)) {
      globalThis.removeEventListener(name, listener);
    }
  }

  #tell(event: (hearer: Hearer) => void): void {
    const hearer = this.#hearer;
    if (hearer === undefined) this.#missed[this.#missed.length] = event;
    else event(hearer);
  }
}
