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

/** A property, with all that it may have as its own: nothing that scripts add to `Object.prototype` shows through. */
interface Member {
  readonly key: PropertyKey;
  readonly isData: boolean;
  readonly value: unknown;
  readonly get: unknown;
  readonly set: unknown;
  readonly writable: boolean;
  readonly enumerable: boolean;
  readonly configurable: boolean;
}

/** What an object has of its own. Lists inherit nothing. */
interface State {
  readonly object: object;
  /** Whether it may have more than it had. */
  readonly open: boolean;
  readonly prototype: object | null;
  readonly members: readonly Member[];
}

/** What an object is called to have, without what it holds. */
interface Names {
  readonly object: object;
  readonly names: Readonly<Record<PropertyKey, true | undefined>>;
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
      ...closed.map((object) => stateOf(object, membersOf(object))),
      ...open.map((object) => ({
        ...stateOf(object, membersOf(object, ownKeys(object), isFunction)),
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
    const before = this.#names();
    try {
      return load();
    } finally {
      for (let i = 0; i < before.length; i++) {
        const { object } = before[i];
        const added = addedTo(before[i]);
        if (added.length > 0) {
          const members = membersOf(object, added);
          this.#byModules[this.#byModules.length] = stateOf(object, members);
        }
      }
    }
  }

  /** A script has ended. */
  end(): void {
    if (--this.#running > 0) return;
    for (let i = 0; i < this.#pristine.length; i++) {
      const state = this.#pristine[i];
      setPrototypeOf(state.object, state.prototype);
      const present = put(state);
      if (!state.open) removeAdded(state, present);
    }
  }

  #names(): Names[] {
    const all = list<Names>();
    for (let i = 0; i < this.#pristine.length; i++) {
      const { object, open } = this.#pristine[i];
      if (!open) all[all.length] = { object, names: namesOf(ownKeys(object)) };
    }
    return all;
  }
}

function stateOf(object: object, members: readonly Member[]): State {
  return { object, open: false, prototype: getPrototypeOf(object), members };
}

function membersOf(
  object: object,
  keys: readonly PropertyKey[] = ownKeys(object),
  isWanted: (member: Member) => boolean = () => true,
): Member[] {
  const members = list<Member>();
  for (let i = 0; i < keys.length; i++) {
    const now = getOwnPropertyDescriptor(object, keys[i])!;
    const isData = hasOwn(now, "value");
    const member: Member = {
      key: keys[i],
      isData,
      value: isData ? now.value : undefined,
      get: isData ? undefined : now.get,
      set: isData ? undefined : now.set,
      writable: isData && now.writable!,
      enumerable: now.enumerable!,
      configurable: now.configurable!,
    };
    if (isWanted(member)) members[members.length] = member;
  }
  return members;
}

/** Of an open object what holds functions: the rest may be meant to change. */
function isFunction({ value, get }: Member): boolean {
  return typeof value === "function" || get !== undefined;
}

function namesOf(keys: readonly PropertyKey[]): Names["names"] {
  const names = bare<Record<PropertyKey, true>>({});
  for (let i = 0; i < keys.length; i++) names[keys[i]] = true;
  return names;
}

/** The names of the other properties of an object. */
function addedTo({ object, names }: Names): PropertyKey[] {
  const now = ownKeys(object);
  const added = list<PropertyKey>();
  for (let i = 0; i < now.length; i++) {
    if (names[now[i]] === undefined) added[added.length] = now[i];
  }
  return added;
}

/** Takes away what an object has besides the members that are there. */
function removeAdded({ object, members }: State, present: number): void {
  if (ownKeys(object).length === present) return;
  const keys = list<PropertyKey>();
  for (let i = 0; i < members.length; i++) keys[i] = members[i].key;
  const added = addedTo({ object, names: namesOf(keys) });
  for (let i = 0; i < added.length; i++) deleteProperty(object, added[i]);
}

/** Gives an object what it has in a state, where that is another; tells how much of it is there now. */
function put({ object, members }: State): number {
  let present = 0;
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    const now = getOwnPropertyDescriptor(object, member.key);
    const isThere = now !== undefined && isSame(member, now) ||
      defineProperty(object, member.key, descriptorOf(member)) ||
      now !== undefined;
    if (isThere) present++;
  }
  return present;
}

function descriptorOf(member: Member): PropertyDescriptor {
  const { isData, value, get, set, writable, enumerable, configurable } =
    member;
  return bare(
    isData
      ? { value, writable, enumerable, configurable }
      : { get, set, enumerable, configurable } as PropertyDescriptor,
  );
}

/** Reads of a descriptor only what is its own. */
function isSame(member: Member, now: PropertyDescriptor): boolean {
  const { isData } = member;
  return hasOwn(now, "value") === isData &&
    (isData
      ? is(now.value, member.value) && now.writable === member.writable
      : now.get === member.get && now.set === member.set) &&
    now.enumerable === member.enumerable &&
    now.configurable === member.configurable;
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
