/** The little of DOM events that libraries expect to exist. */
export class BasicEvent {
  readonly type: string;

  constructor(type: string) {
    this.type = `${type}`;
  }
}

/** An event with data. */
export class BasicCustomEvent extends BasicEvent {
  readonly detail: unknown;

  constructor(type: string, options: { detail?: unknown } = {}) {
    super(type);
    this.detail = options.detail;
  }
}

type Listener = (event: BasicEvent) => void;

/** Calls the listeners of an event's type, in order. */
export class BasicEventTarget {
  readonly #listeners = new Map<string, Set<Listener>>();

  addEventListener(type: string, listener: Listener): void {
    const known = this.#listeners.get(type);
    if (known === undefined) this.#listeners.set(type, new Set([listener]));
    else known.add(listener);
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: BasicEvent): boolean {
    for (const listener of this.#listeners.get(event.type) ?? []) {
      listener(event);
    }
    return true;
  }
}
