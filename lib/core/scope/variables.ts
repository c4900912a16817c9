import type { Entry } from "./entry.ts";

/**
 * Variables by name. It counts its changes, so that what was resolved from it
 * can be kept as long as nothing changed.
 *
 * @example
 * ```ts
 * import { Variables } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const variables = new Variables([["id", { value: 1, template: false }]]);
 * const before = variables.version;
 * variables.set("id", { value: 2, template: false });
 * assertEquals(variables.get("id")?.value, 2);
 * assertEquals(variables.version > before, true);
 * ```
 */
export class Variables extends Map<string, Entry> {
  #version = 0;

  /**
   * Variables by name.
   *
   * @param entries The first variables; the last of a name wins.
   */
  constructor(entries: Iterable<readonly [name: string, entry: Entry]> = []) {
    super();
    for (const [name, entry] of entries) this.set(name, entry);
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  /** Sets a variable. */
  override set(name: string, entry: Entry): this {
    this.#version++;
    return super.set(name, entry);
  }

  /** Forgets a variable; whether there was one. */
  override delete(name: string): boolean {
    this.#version++;
    return super.delete(name);
  }

  /** Forgets all variables. */
  override clear(): void {
    this.#version++;
    super.clear();
  }
}
