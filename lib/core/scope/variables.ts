import type { Origin } from "../source/origin.ts";
import type { Value } from "./value/value.ts";

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

/** A variable in a `Layer`. */
export interface Entry {
  /** The value; text is a template or data, as `template` says. */
  readonly value: Value;
  /**
   * Whether the value is text that a person wrote in the collection's files,
   * so that placeholders in it resolve. What arrives while running is data and
   * never parsed.
   */
  readonly template: boolean;
  /** Where a file defines it. */
  readonly at?: Origin;
  /** The source of a value that is not in the file: for a secret, a variable of the process's environment or an answer. Absent without a file: the program. */
  readonly from?:
    | "script"
    | "flag"
    | "row"
    | { readonly kind: "process"; readonly name: string }
    | { readonly kind: "prompt"; readonly question: string }
    | { readonly kind: "store"; readonly type: string };
  /** Whether it ends with its run, as what `pm.variables` sets does. */
  readonly local?: boolean;
  /** Whether reports mask it. */
  readonly secret?: boolean;
  /** Hosts that the value may be sent to; absent: any. */
  readonly hosts?: readonly string[];
  /** Set where what gives the value is kept apart: reading it is an error. */
  readonly apart?: Apart;
  /** Set where the value is kept from who reads it, and why: reading it is an error. */
  readonly withheld?: string;
}

/** A variable that a group of requests sets, and another one, which runs apart from it, reads. */
export interface Apart {
  /** What sets it, such as `tests script of auth/login.yml`. */
  readonly label: string;
  /** The request or folder that sets it. */
  readonly path: string;
  /** The collection's own file, whose setup can run it first. */
  readonly file: string;
  /** What runs in setup already, and how far the file has its place. */
  readonly config: {
    readonly setup?: readonly string[];
    readonly extended?: "extensions" | "extensions.brace";
  };
  /** What the scope has without that; absent: nothing. */
  readonly instead?: Entry;
}
