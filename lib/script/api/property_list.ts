/** One named value of a list. */
export interface Property {
  readonly name: string;
  readonly value: string;
}

/** Where a list reads and writes its items. */
export interface PropertySource<T extends Property> {
  read(): T[];
  /** Absent: the list cannot be changed. */
  write?(items: T[]): void;
  /** Whether two names are the same. */
  same(a: string, b: string): boolean;
  /** An item from what a script gives to `add` and `upsert`. */
  item(value: unknown): T;
}

/** Makes a list with the methods that collections call on headers and cookies. */
export function createPropertyList<T extends Property>(
  source: PropertySource<T>,
): Record<string, unknown> {
  const { read, same, item } = source;
  const find = (wanted: unknown): T | undefined =>
    read().findLast((property) => matches(property, wanted));
  const matches = (property: T, wanted: unknown): boolean => {
    if (typeof wanted === "function") return wanted(property) === true;
    if (typeof wanted === "object" && wanted !== null) {
      const { name, key, value } = wanted as Record<string, unknown>;
      return same(property.name, `${name ?? key}`) &&
        (value === undefined || property.value === value);
    }
    return same(property.name, `${wanted}`);
  };
  const write = (items: T[]) => {
    if (source.write === undefined) {
      throw new TypeError("Cannot change this list: it belongs to an answer");
    }
    source.write(items);
  };
  const remove = (wanted: unknown) =>
    write(read().filter((property) => !matches(property, wanted)));
  return {
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
    find: (test: (property: T) => boolean) => read().find((p) => test(p)),
    filter: (test: (property: T) => boolean) => read().filter((p) => test(p)),
    indexOf: (wanted: unknown) => read().findIndex((p) => matches(p, wanted)),
    each: (visit: (property: T) => void) => read().forEach((p) => visit(p)),
    map: (change: (property: T) => unknown) => read().map((p) => change(p)),
    reduce: (step: (sum: unknown, property: T) => unknown, start: unknown) =>
      read().reduce((sum, p) => step(sum, p), start),
    toObject: () =>
      Object.fromEntries(read().map(({ name, value }) => [name, value])),
    toString: () =>
      read().map(({ name, value }) => `${name}: ${value}`).join("\n"),
    add: (value: unknown) => write([...read(), item(value)]),
    upsert: (value: unknown) => {
      const wanted = item(value);
      const items = read();
      const at = items.findIndex((p) => same(p.name, wanted.name));
      const others = items.filter((p) => !same(p.name, wanted.name));
      others.splice(at === -1 ? others.length : at, 0, wanted);
      write(others);
    },
    remove,
    delete: remove,
    clear: () => write([]),
  };
}
