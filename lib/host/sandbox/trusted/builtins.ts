import { guardOf } from "./guard.ts";
import type { Owned } from "./owned.ts";

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

/** What an object has of its own. Descriptors and lists inherit nothing. */
interface State {
  readonly object: object;
  /** Whether it may have more than it had. */
  readonly open?: boolean;
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
  readonly #byModules: State[] = list();
  readonly #guard: () => void;
  #running = 0;

  /** Remembers these as they are. */
  constructor({ closed, open }: Owned) {
    this.#pristine = bare([
      ...closed.map(stateOf),
      ...open.map((object) => ({
        ...functionsOf(stateOf(object)),
        open: true,
      })),
    ]);
    this.#guard = guardOf(new Set([...closed, ...open]));
  }

  /** A script begins. */
  begin(): void {
    if (this.#running++ > 0) return;
    this.#guard();
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
      if (!state.open) {
        const { keys } = addedTo(state);
        for (let j = 0; j < keys.length; j++) {
          deleteProperty(state.object, keys[j]);
        }
      }
      setPrototypeOf(state.object, state.prototype);
      put(state);
    }
  }

  #states(): State[] {
    const states = list<State>();
    for (let i = 0; i < this.#pristine.length; i++) {
      const { object, open } = this.#pristine[i];
      if (!open) states[states.length] = stateOf(object);
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

/** The other properties of an object. */
function addedTo({ object, prototype, descriptors }: State): State {
  const now = stateOf(object);
  const keys = list<PropertyKey>();
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

/** Of a state what holds functions: the rest may be meant to change. */
function functionsOf(state: State): State {
  const keys = state.keys.filter((key) => {
    const { value, get } = state.descriptors[key]!;
    return typeof value === "function" || get !== undefined;
  });
  return { ...state, keys: bare(keys) };
}

/** An empty list: where a list inherits an index, to set it would call what a script wrote. */
function list<T>(): T[] {
  return bare<T[]>([]);
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
