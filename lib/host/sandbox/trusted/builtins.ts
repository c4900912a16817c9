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
const { hasOwn, is } = Object;

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
      ...closed.map((object) => stateOf(object)),
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
    const before = this.#keys();
    try {
      return load();
    } finally {
      for (let i = 0; i < before.length; i++) {
        const { object, keys } = before[i];
        const added = addedTo(object, keys);
        if (added !== undefined) {
          this.#byModules[this.#byModules.length] = stateOf(object, added);
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
        const added = addedTo(state.object, state.keys);
        for (let j = 0; added !== undefined && j < added.length; j++) {
          deleteProperty(state.object, added[j]);
        }
      }
      setPrototypeOf(state.object, state.prototype);
      put(state);
    }
  }

  /** The keys that objects have now. */
  #keys(): Pick<State, "object" | "keys">[] {
    const all = list<Pick<State, "object" | "keys">>();
    for (let i = 0; i < this.#pristine.length; i++) {
      const { object, open } = this.#pristine[i];
      if (!open) all[all.length] = { object, keys: ownKeys(object) };
    }
    return all;
  }
}

/** What an object has under keys; its own ones by default. */
function stateOf(
  object: object,
  keys: readonly PropertyKey[] = ownKeys(object),
): State {
  const descriptors = bare<State["descriptors"]>({});
  for (let i = 0; i < keys.length; i++) {
    const descriptor = getOwnPropertyDescriptor(object, keys[i]);
    descriptors[keys[i]] = descriptor && bare(descriptor);
  }
  return { object, prototype: getPrototypeOf(object), keys, descriptors };
}

/** The keys that an object has besides others; undefined where it has none. */
function addedTo(
  object: object,
  keys: readonly PropertyKey[],
): readonly PropertyKey[] | undefined {
  const now = ownKeys(object);
  // As a rule it has the same ones in the same order.
  let same = 0;
  while (same < now.length && now[same] === keys[same]) same++;
  if (same === now.length) return undefined;
  const known = bare<Record<PropertyKey, true>>({});
  for (let i = 0; i < keys.length; i++) known[keys[i]] = true;
  const added = list<PropertyKey>();
  for (let i = same; i < now.length; i++) {
    if (known[now[i]] === undefined) added[added.length] = now[i];
  }
  return added;
}

/** Gives an object what it has in a state, where that is another. */
function put({ object, keys, descriptors }: State): void {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const wanted = descriptors[key];
    if (wanted === undefined) continue;
    const now = getOwnPropertyDescriptor(object, key);
    if (!isSame(wanted, now)) defineProperty(object, key, wanted);
  }
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

/**
 * Whether a descriptor says what another does, which inherits nothing. The first
 * inherits what a script may have written: only what it has of its own counts.
 */
function isSame(
  wanted: PropertyDescriptor,
  now: PropertyDescriptor | undefined,
): boolean {
  if (
    now === undefined || wanted.enumerable !== now.enumerable ||
    wanted.configurable !== now.configurable
  ) return false;
  return wanted.writable === undefined
    ? hasOwn(now, "get") && wanted.get === now.get && wanted.set === now.set
    : hasOwn(now, "value") && is(wanted.value, now.value) &&
      wanted.writable === now.writable;
}
