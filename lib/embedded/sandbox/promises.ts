const { construct, apply, ownKeys, getOwnPropertyDescriptor } = Reflect;
const { defineProperty } = Object;
const NativePromise = Promise;
const nativeThen = Promise.prototype.then;

/** What is known about promises that nobody waits for. */
export interface Promises {
  /** Errors of promises that were rejected and that nothing handles. */
  unhandled(): { readonly error: unknown }[];
  /** Forgets what earlier scripts left. */
  reset(): void;
  /** Watches a promise that a statement dropped; gives the value back. */
  watch<T>(value: T): T;
}

/**
 * Puts a `Promise` in place that knows who waits for what. Since it is not the
 * engine's own, `await` asks promises for their `then` and is seen too.
 */
export function trackPromises(): Promises {
  const handled = new WeakSet<object>();
  const rejected = new Map<object, unknown>();
  let watching = false;
  const watch = <T>(value: T): T => {
    // Watching makes a promise itself; that one needs no watching.
    if (watching || !(value instanceof NativePromise) || handled.has(value)) {
      return value;
    }
    watching = true;
    try {
      apply(nativeThen, value, [undefined, (error: unknown) => {
        if (!handled.has(value)) rejected.set(value, error);
      }]);
    } finally {
      watching = false;
    }
    return value;
  };
  function TrackedPromise(executor: unknown) {
    if (new.target === undefined) {
      throw new TypeError("Promise must be called with new");
    }
    return watch(construct(NativePromise, [executor], new.target));
  }
  for (const key of ownKeys(NativePromise)) {
    const descriptor = getOwnPropertyDescriptor(NativePromise, key);
    if (descriptor !== undefined) {
      defineProperty(TrackedPromise, key, descriptor);
    }
  }
  defineProperty(NativePromise.prototype, "constructor", {
    value: TrackedPromise,
    writable: true,
    configurable: true,
  });
  defineProperty(NativePromise.prototype, "then", {
    value: function then(this: object, ...callbacks: unknown[]) {
      handled.add(this);
      rejected.delete(this);
      return apply(nativeThen, this, callbacks);
    },
    writable: true,
    configurable: true,
  });
  defineProperty(globalThis, "Promise", {
    value: TrackedPromise,
    writable: true,
    configurable: true,
  });
  const reset = () => rejected.clear();
  return {
    reset,
    unhandled: () => [...rejected.values()].map((error) => ({ error })),
    watch,
  };
}
