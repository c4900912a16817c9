import type { HeaderPair } from "../../../core/script/border/bridge.ts";
import { headerPairs } from "../../../core/script/headers.ts";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What no header's value can hold: line ends, NUL, and characters above U+00FF. */
const FORBIDDEN = /[\0\r\n]|[^\0-\xff]/;

/**
 * `Headers`: names in lower case and sorted, values of one name joined. Kept
 * here: of the packages for it one drops what is invalid without a word, and
 * another empties it.
 */
export class FetchHeaders {
  readonly #values = new Map<string, string[]>();

  constructor(init?: unknown) {
    const pairs = typeof init === "object" && init !== null &&
        Symbol.iterator in init
      ? headerPairs([...init as Iterable<unknown>])
      : headerPairs(init);
    for (const [name, value] of pairs) this.append(name, value);
  }

  /** Those of a response: whatever its server sent. */
  static of(pairs: readonly HeaderPair[]): FetchHeaders {
    const headers = new FetchHeaders();
    for (const [name, value] of pairs) {
      headers.#add(name.toLowerCase(), value);
    }
    return headers;
  }

  get [Symbol.toStringTag](): string {
    return "Headers";
  }

  append(name: unknown, value: unknown): void {
    this.#add(keyOf(name), valueOf(name, value));
  }

  set(name: unknown, value: unknown): void {
    this.#values.set(keyOf(name), [valueOf(name, value)]);
  }

  get(name: unknown): string | null {
    return this.#values.get(keyOf(name))?.join(", ") ?? null;
  }

  getSetCookie(): string[] {
    return [...this.#values.get("set-cookie") ?? []];
  }

  has(name: unknown): boolean {
    return this.#values.has(keyOf(name));
  }

  delete(name: unknown): void {
    this.#values.delete(keyOf(name));
  }

  forEach(
    visit: (value: string, name: string, all: FetchHeaders) => void,
    context?: unknown,
  ): void {
    for (const [name, value] of this) visit.call(context, value, name, this);
  }

  keys(): IterableIterator<string> {
    return this.#pairs().map(([name]) => name).values();
  }

  values(): IterableIterator<string> {
    return this.#pairs().map(([, value]) => value).values();
  }

  entries(): IterableIterator<[string, string]> {
    return this.#pairs().values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  #add(name: string, value: string): void {
    const before = this.#values.get(name);
    if (before === undefined) this.#values.set(name, [value]);
    else before.push(value);
  }

  /** Sorted; cookies stay apart. */
  #pairs(): [string, string][] {
    return [...this.#values.keys()].sort().flatMap((name) => {
      const values = this.#values.get(name)!;
      return name === "set-cookie"
        ? values.map((value): [string, string] => [name, value])
        : [[name, values.join(", ")] as [string, string]];
    });
  }
}

function keyOf(name: unknown): string {
  const text = `${name}`;
  if (TOKEN.test(text)) return text.toLowerCase();
  throw new TypeError(
    `Cannot use "${text}" as the name of a header: it is not a word of letters, digits and -`,
  );
}

function valueOf(name: unknown, value: unknown): string {
  const text = `${value}`.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  if (!FORBIDDEN.test(text)) return text;
  throw new TypeError(
    `Cannot set the header "${name}": its value has a line end, NUL or a character above U+00FF`,
  );
}
