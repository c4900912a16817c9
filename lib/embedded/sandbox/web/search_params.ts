type Pair = [name: string, value: string];

/** `URLSearchParams`. */
export class SearchParams {
  #pairs: Pair[];
  /** Called after a change; a URL sets it. */
  onChange: () => void = () => {};

  constructor(init: unknown = "") {
    this.#pairs = pairsOf(init);
    Object.defineProperty(this, "onChange", { enumerable: false });
  }

  /** Packages know it by this name. */
  get [Symbol.toStringTag](): string {
    return "URLSearchParams";
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: unknown, value: unknown): void {
    this.#pairs.push([`${name}`, `${value}`]);
    this.onChange();
  }

  delete(name: unknown, value?: unknown): void {
    this.#pairs = this.#pairs.filter(([key, v]) =>
      key !== `${name}` || value !== undefined && v !== `${value}`
    );
    this.onChange();
  }

  get(name: unknown): string | null {
    return this.#pairs.find(([key]) => key === `${name}`)?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    return this.#pairs.filter(([key]) => key === `${name}`).map(([, v]) => v);
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some(([key, v]) =>
      key === `${name}` && (value === undefined || v === `${value}`)
    );
  }

  set(name: unknown, value: unknown): void {
    const at = this.#pairs.findIndex(([key]) => key === `${name}`);
    const others = this.#pairs.filter(([key]) => key !== `${name}`);
    others.splice(at === -1 ? others.length : at, 0, [`${name}`, `${value}`]);
    this.#pairs = others;
    this.onChange();
  }

  sort(): void {
    this.#pairs.sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
    this.onChange();
  }

  forEach(visit: (value: string, name: string, all: SearchParams) => void) {
    for (const [name, value] of this.#pairs) visit(value, name, this);
  }

  keys(): IterableIterator<string> {
    return this.#pairs.map(([name]) => name).values();
  }

  values(): IterableIterator<string> {
    return this.#pairs.map(([, value]) => value).values();
  }

  entries(): IterableIterator<Pair> {
    return this.#pairs.map(([name, value]): Pair => [name, value]).values();
  }

  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }

  toString(): string {
    return this.#pairs.map(([name, value]) =>
      `${encodePart(name)}=${encodePart(value)}`
    ).join("&");
  }

  /** Reads a new text without calling {@linkcode onChange}. */
  reset(text: string): void {
    this.#pairs = pairsOf(text);
  }
}

function pairsOf(init: unknown): Pair[] {
  if (typeof init === "object" && init !== null) {
    const pairs = Symbol.iterator in init
      ? [...init as Iterable<[unknown, unknown]>]
      : Object.entries(init);
    return pairs.map((pair) => {
      const [name, value, ...more] = pair;
      if (pair.length < 2 || more.length > 0) {
        throw new TypeError(
          "Cannot read the parameters: each is a name and a value",
        );
      }
      return [`${name}`, `${value}`];
    });
  }
  return `${init}`.replace(/^\?/, "").split("&").filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      return at === -1
        ? [decodePart(part), ""]
        : [decodePart(part.slice(0, at)), decodePart(part.slice(at + 1))];
    });
}

function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(
      /[!'()~]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    .replaceAll("%20", "+");
}

function decodePart(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Not UTF-8: what can be decoded is.
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return "\ufffd";
      }
    });
  }
}
