// Scripts may have replaced any function: what runs after them uses none but
// these, and walks through lists by their indexes.
const {
  ownKeys,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  setPrototypeOf,
} = Reflect;
const { is } = Object;

/** What an object has of its own. Descriptors inherit nothing. */
interface State {
  readonly object: object;
  readonly prototype: object | null;
  readonly keys: readonly PropertyKey[];
  readonly descriptors: Record<PropertyKey, PropertyDescriptor | undefined>;
}

/**
 * Undoes what scripts that run in Deno itself do to JavaScript's own objects,
 * which are Brace's too. What modules do to them as they are loaded is there
 * again for the next script: they are loaded only once.
 */
export class Builtins {
  readonly #pristine: readonly State[];
  readonly #byModules: State[] = [];
  #running = 0;

  /** Remembers everything as it is. */
  constructor() {
    this.#pristine = builtins().map(stateOf);
  }

  /** A script begins. */
  begin(): void {
    if (this.#running++ > 0) return;
    for (let i = 0; i < this.#byModules.length; i++) put(this.#byModules[i]);
  }

  /** Runs what may load modules. */
  loading<T>(load: () => T): T {
    const before = this.#states();
    try {
      return load();
    } finally {
      for (let i = 0; i < before.length; i++) {
        const added = addedTo(before[i]);
        if (added.keys.length > 0) {
          this.#byModules[this.#byModules.length] = added;
        }
      }
    }
  }

  /** A script has ended. */
  end(): void {
    if (--this.#running > 0) return;
    for (let i = 0; i < this.#pristine.length; i++) {
      const state = this.#pristine[i];
      const { keys } = addedTo(state);
      for (let j = 0; j < keys.length; j++) {
        deleteProperty(state.object, keys[j]);
      }
      setPrototypeOf(state.object, state.prototype);
      put(state);
    }
  }

  #states(): State[] {
    const states: State[] = [];
    for (let i = 0; i < this.#pristine.length; i++) {
      states[i] = stateOf(this.#pristine[i].object);
    }
    return states;
  }
}

function stateOf(object: object): State {
  const keys = ownKeys(object);
  const descriptors = bare<State["descriptors"]>({});
  for (let i = 0; i < keys.length; i++) {
    descriptors[keys[i]] = descriptorOf(object, keys[i]);
  }
  return { object, prototype: getPrototypeOf(object), keys, descriptors };
}

/** What an object has besides. */
function addedTo({ object, prototype, descriptors }: State): State {
  const now = stateOf(object);
  const keys: PropertyKey[] = [];
  for (let i = 0; i < now.keys.length; i++) {
    const key = now.keys[i];
    if (descriptors[key] === undefined) keys[keys.length] = key;
  }
  return { object, prototype, keys, descriptors: now.descriptors };
}

/** Gives an object what it has in a state, where that is another. */
function put({ object, keys, descriptors }: State): void {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const wanted = descriptors[key];
    if (wanted !== undefined && !isSame(wanted, descriptorOf(object, key))) {
      defineProperty(object, key, wanted);
    }
  }
}

function descriptorOf(
  object: object,
  key: PropertyKey,
): PropertyDescriptor | undefined {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return descriptor === undefined ? undefined : bare(descriptor);
}

/** The object without what all objects inherit. */
function bare<T extends object>(object: T): T {
  setPrototypeOf(object, null);
  return object;
}

function isSame(
  a: PropertyDescriptor,
  b: PropertyDescriptor | undefined,
): boolean {
  return b !== undefined && is(a.value, b.value) && a.get === b.get &&
    a.set === b.set && a.writable === b.writable &&
    a.enumerable === b.enumerable && a.configurable === b.configurable;
}

/** JavaScript's own objects: what others inherit from, and what holds functions. */
function builtins(): object[] {
  const found = new Set<object>([globalThis, Math, JSON, Reflect, Atomics]);
  const add = (value: unknown) => {
    if (typeof value === "function") found.add(value);
    else if (typeof value === "object" && value !== null) found.add(value);
  };
  for (const key of ownKeys(globalThis)) {
    // A getter would load what nobody has asked for.
    const value = getOwnPropertyDescriptor(globalThis, key)?.value;
    if (typeof value !== "function" || !isNative(value)) continue;
    add(value);
    add(value.prototype);
  }
  const hidden = [
    [].values(),
    new Map().values(),
    new Set().values(),
    ""[Symbol.iterator](),
    function* () {},
    async function* () {},
    async () => {},
    Uint8Array,
    Uint8Array.prototype,
  ];
  for (const it of hidden) {
    const prototype = getPrototypeOf(it)!;
    add(prototype);
    add(getPrototypeOf(prototype));
    add((prototype as { prototype?: unknown }).prototype);
  }
  return [...found];
}

/** JavaScript's functions; those that Deno adds have sources. */
function isNative(value: object): boolean {
  return /\{\s*\[native code\]\s*\}$/.test(
    Function.prototype.toString.call(value),
  );
}
