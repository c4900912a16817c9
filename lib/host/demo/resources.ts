/** One resource of the demo API. */
export type Resource =
  & { readonly id: number }
  & Readonly<
    Record<string, unknown>
  >;

/** A resource collection of the demo API: in memory, with ids that count up. */
export class Resources {
  readonly #items: Map<number, Resource>;
  #last: number;

  constructor(first: readonly Record<string, unknown>[]) {
    this.#items = new Map(
      first.map((item, index) => [index + 1, { ...item, id: index + 1 }]),
    );
    this.#last = first.length;
  }

  list(): Resource[] {
    return [...this.#items.values()];
  }

  get(id: number): Resource | undefined {
    return this.#items.get(id);
  }

  create(fields: Record<string, unknown>): Resource {
    return this.#put(++this.#last, fields);
  }

  replace(id: number, fields: Record<string, unknown>): Resource {
    return this.#put(id, fields);
  }

  delete(id: number): void {
    this.#items.delete(id);
  }

  #put(id: number, fields: Record<string, unknown>): Resource {
    const resource = { ...fields, id };
    this.#items.set(id, resource);
    return resource;
  }
}
