import type { DisabledRow } from "../../../core/script/border/types.ts";
import { createHeldValue } from "./held_value.ts";

/** One named value of a list. */
export interface Property {
  readonly name: string;
  /** A list for what comes several times, such as cookies of a response. */
  readonly value: string | readonly string[];
  /** Switched off: it is seen, not sent. */
  readonly disabled?: boolean;
}

/** Where a list reads and writes its items. */
export interface PropertySource<T extends Property> {
  read(): T[];
  /** Absent: the list cannot be changed. */
  write?(items: T[]): void;
  /** Whether two names are the same. */
  same(a: string, b: string): boolean;
  /** An item from what a script gives to `add`, `set` and the like. */
  item(value: unknown): T;
  /** The text of all items. */
  text(items: readonly T[]): string;
  /** The items after one is set, in a list that may have several of a name; absent: it takes the place of all of its name that are sent. */
  put?(items: readonly T[], wanted: T): T[];
}

type Visit<R> = (this: unknown, item: never, index: number) => R;

/** Makes a list with the methods that collections call on headers and cookies. */
export function createPropertyList<T extends Property>(
  source: PropertySource<T>,
): Record<string, unknown> {
  const { read, same, item } = source;
  const find = (wanted: unknown): T | undefined =>
    read().findLast((property) => matches(property, wanted));
  const matches = (property: T, wanted: unknown): boolean => {
    if (typeof wanted === "function") return Boolean(wanted(property));
    if (typeof wanted === "object" && wanted !== null) {
      const { name, key, value } = wanted as Record<string, unknown>;
      return same(property.name, `${name ?? key}`) &&
        (value === undefined || property.value === value);
    }
    return same(property.name, `${wanted}`);
  };
  const write = (items: T[]) => {
    if (source.write === undefined) {
      throw new TypeError("Cannot change this list: it belongs to a response");
    }
    source.write(items);
  };
  /** An item from one argument, or from a name and a value. */
  const given = ([what, value]: readonly unknown[]): T =>
    typeof what === "string" && value !== undefined
      ? item({ name: what, value })
      : item(what);
  const itemsOf = (what: unknown): T[] => {
    if (typeof what === "string") {
      return what.split(/\r?\n/).filter((line) => line.trim() !== "").map(item);
    }
    if (typeof what !== "object" || what === null) {
      throw new TypeError("Cannot read the items: give a list of them");
    }
    const items = "all" in what && typeof what.all === "function"
      ? what.all() as unknown[]
      : what;
    return Array.isArray(items)
      ? items.map(item)
      : Object.entries(items).map(([name, value]) => item({ name, value }));
  };
  const put = source.put ?? ((items: readonly T[], wanted: T): T[] => {
    const isOther = (p: T) => p.disabled === true || !same(p.name, wanted.name);
    const at = items.findIndex((p) => !isOther(p));
    const others = items.filter(isOther);
    others.splice(at === -1 ? others.length : at, 0, wanted);
    return others;
  });
  const add = (...what: unknown[]) => write([...read(), given(what)]);
  /** True for a new item, false for one in place of another. */
  const set = (...what: unknown[]): boolean | null => {
    if (what[0] === undefined || what[0] === null) return null;
    const before = read();
    const items = put(before, given(what));
    write(items);
    return items.length > before.length;
  };
  const remove = (wanted: unknown, context?: unknown) => {
    const isWanted = (property: T, index: number) =>
      typeof wanted === "function"
        ? Boolean(wanted.call(context, property, index))
        : matches(property, wanted);
    write(read().filter((property, index) => !isWanted(property, index)));
  };
  const fill = (before: readonly T[], what: unknown) => {
    const all = [...before];
    for (const wanted of itemsOf(what)) {
      const isThere = all.some((p) => same(p.name, wanted.name));
      if (!isThere || source.put !== undefined) all.push(wanted);
    }
    write(all);
  };
  const each = (visit: Visit<void>, context?: unknown) =>
    read().forEach(visit as () => void, context);
  const list = {
    get: (name: unknown) => find(name)?.value,
    one: (name: unknown) => find(name),
    all: () => read(),
    idx: (index: number) => read()[index],
    count: () => read().length,
    has: (wanted: unknown, value?: unknown) =>
      read().some((property) =>
        matches(property, wanted) &&
        (value === undefined || property.value === value)
      ),
    find: (test: Visit<unknown>, context?: unknown) =>
      read().find(test as () => unknown, context),
    filter: (test: Visit<unknown>, context?: unknown) =>
      read().filter(test as () => unknown, context),
    indexOf: (wanted: unknown) => read().findIndex((p) => matches(p, wanted)),
    each,
    forEach: each,
    map: (change: Visit<unknown>, context?: unknown) =>
      read().map(change as () => unknown, context),
    reduce: (step: () => unknown, ...rest: unknown[]) => {
      const items: unknown[] = read();
      const [start, context] = rest;
      const bound = step.bind(context);
      return rest.length === 0
        ? items.reduce(bound)
        : items.reduce(bound, start);
    },
    toObject: (excludeDisabled?: unknown, caseSensitive?: unknown) =>
      Object.fromEntries(
        read().filter((p) => !(excludeDisabled && p.disabled))
          .map(({ name, value }) => [
            caseSensitive === false ? name.toLowerCase() : name,
            value,
          ]),
      ),
    toString: () => source.text(read().filter((p) => p.disabled !== true)),
    toJSON: () => read(),
    add,
    append: (...what: unknown[]) => void set(...what),
    set,
    upsert: set,
    remove,
    delete: remove,
    clear: () => write([]),
    populate: (what: unknown) => fill(read(), what),
    repopulate: (what: unknown) => fill([], what),
    assimilate: (what: unknown, prune?: unknown) => {
      const wanted = itemsOf(what);
      const kept = prune
        ? read().filter((p) => wanted.some((w) => same(p.name, w.name)))
        : read();
      write(wanted.reduce(put, kept));
    },
  };
  return Object.setPrototypeOf(list, POSTMANS);
}

/** Postman's name for all items, which nothing sees that looks at a list's own members. */
const POSTMANS = Object.defineProperty({}, "members", {
  get(this: { all(): unknown }) {
    return this.all();
  },
});

/** A list whose items scripts change in place, and what writes these changes. */
export interface LiveList {
  readonly list: Record<string, unknown>;
  flush(): void;
}

/** Where a live list reads and writes the items that are sent, and those that are not. */
interface LiveSource<T extends Property>
  extends PropertySource<T>, ObjectRules {
  write(items: T[]): void;
  /** Absent: items that are switched off are forgotten. */
  readonly disabled?: {
    read(): readonly DisabledRow[];
    write(rows: readonly DisabledRow[]): void;
  };
}

/** Makes a list whose items scripts change in place. */
export function createLiveList<T extends Property>(
  { write, disabled, ...source }: LiveSource<T>,
): LiveList {
  const readAll = () => {
    const items = source.read();
    // From the last on, so that the places of those before stay as they are.
    for (const { at, ...row } of (disabled?.read() ?? []).toReversed()) {
      items.splice(at, 0, source.item({ ...row, disabled: true }));
    }
    return items;
  };
  const held = createHeldValue<T[]>({
    read: readAll,
    write: (items) => {
      items.forEach((item, index) => {
        if (!Object.hasOwn(item, "name")) items[index] = source.item(item);
      });
      // Items are read anew, because a script may have put anything into them.
      write(switchedOn(items).map(source.item));
      disabled?.write(disabledRows(items, source.item));
    },
    text: (items) =>
      JSON.stringify(
        items,
        (_, value) => typeof value === "bigint" ? `${value}` : value,
      ),
  });
  const read = () => [...held.get()];
  const list = createPropertyList({
    ...source,
    read,
    write: held.set,
    put: (items, wanted) => {
      const at = items.findLastIndex((it) => source.same(it.name, wanted.name));
      if (at === -1) return [...items, wanted];
      return items.with(at, kept(wanted, items[at]));
    },
  });
  /** Puts an item before or after the last of a name; without one, at the end or the start. */
  const insert = (what: unknown, next: unknown, after: 0 | 1) => {
    const items = read();
    const name = typeof next === "object" && next !== null
      ? source.item(next).name
      : `${next}`;
    const at = items.findLastIndex((it) => source.same(it.name, name));
    const place = at === -1 ? (after === 1 ? 0 : items.length) : at + after;
    held.set(items.toSpliced(place, 0, source.item(what)));
  };
  Object.assign(list, {
    toObject: postmanObject(read, source),
    append: (what: unknown) => held.set([...read(), source.item(what)]),
    prepend: (what: unknown) => held.set([source.item(what), ...read()]),
    insert: (what: unknown, before?: unknown) => insert(what, before, 0),
    insertAfter: (what: unknown, before?: unknown) => insert(what, before, 1),
  });
  return {
    list: Object.defineProperty(list, "members", { get: held.get }),
    flush: held.flush,
  };
}

/** An item that takes another's place: it is switched on or off as that was, unless it says. */
function kept<T extends Property>(wanted: T, before: T): T {
  if (before.disabled !== undefined && wanted.disabled === undefined) {
    Object.assign(wanted, { disabled: before.disabled });
  }
  return wanted;
}

/** What a list of Postman's makes of names and values in an object. */
export interface ObjectRules {
  /** Names are in small letters, unless a script asks for those as written. */
  readonly anyCase?: boolean;
  /** A name that occurs more than once has a list of its values; else the last one counts, unless a script asks for all. */
  readonly several?: boolean;
}

/** `toObject` of Postman's lists. */
export function postmanObject(
  read: () => readonly Property[],
  { anyCase = false, several = false }: ObjectRules,
) {
  return (
    excludeDisabled?: unknown,
    caseSensitive?: unknown,
    multiValue?: unknown,
    sanitizeKeys?: unknown,
  ): Record<string, unknown> => {
    const all = new Map<string, unknown[]>();
    for (const { name, value, disabled } of read()) {
      if (excludeDisabled && disabled || sanitizeKeys && name === "") continue;
      const key = anyCase && !caseSensitive ? name.toLowerCase() : name;
      all.set(key, [all.get(key) ?? [], value ?? ""].flat());
    }
    return Object.fromEntries(
      [...all].map(([name, values]) => [
        name,
        values.length > 1 && (several || multiValue) ? values : values.at(-1),
      ]),
    );
  };
}

/** The rows of a list that are not sent; `item` reads one. */
export function disabledRows(
  items: readonly unknown[],
  item: (value: unknown) => Property & { readonly type?: string },
): DisabledRow[] {
  let at = 0;
  return items.flatMap((it) => {
    if (switchOf(it).disabled !== true) {
      at++;
      return [];
    }
    const { name, value, type } = item(it);
    return { name, value, ...type === undefined ? {} : { type }, at };
  });
}

/** The items that are sent. */
export function switchedOn<T extends Property>(items: readonly T[]): T[] {
  return items.filter((item) => switchOf(item).disabled !== true);
}

/** Gives an item its key as a second name, which is not seen where items are compared. */
export function named<T extends Property & { readonly key: string }>(
  item: Omit<T, "name">,
): T {
  return Object.defineProperty(item, "name", {
    // A script may change the key.
    get: () => `${(item as T).key}`,
  }) as T;
}

/** What switches an item off, in what a script gives. */
export function switchOf(value: unknown): Pick<Property, "disabled"> {
  const { disabled } = Object(value) as Record<string, unknown>;
  return disabled === undefined ? {} : { disabled: Boolean(disabled) };
}
