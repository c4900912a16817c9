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
  readonly #hearers: Hearer[] = [];
  readonly #missed: ((hearer: Hearer) => void)[] = [];
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
      const hearer = this.#hearers.at(-1);
      if (hearer === undefined) return;
      event.preventDefault();
      hearer.idle();
    },
  };

  /** Listens until it is disposed of. */
  constructor() {
    for (const [name, listener] of Object.entries(this.#listeners)) {
      globalThis.addEventListener(name, listener);
    }
  }

  /** Tells a script, and those that it runs first. Gives what ends it. */
  tell(hearer: Hearer): () => void {
    this.#hearers.push(hearer);
    for (const missed of this.#missed.splice(0)) missed(hearer);
    return () => {
      this.#hearers.splice(this.#hearers.indexOf(hearer), 1);
    };
  }

  dispose(): void {
    for (const [name, listener] of Object.entries(this.#listeners)) {
      globalThis.removeEventListener(name, listener);
    }
  }

  #tell(event: (hearer: Hearer) => void): void {
    const hearer = this.#hearers.at(-1);
    if (hearer === undefined) this.#missed.push(event);
    else event(hearer);
  }
}
