import type { Origin } from "../source/origin.ts";
import type { ScopeName } from "./names.ts";
import type { Scopes } from "./scopes.ts";
import { copyValue } from "./value/snapshot.ts";
import { kindOf, type Value, type ValueKind } from "./value/value.ts";

/** What {@linkcode explain} finds. */
export interface Explanation {
  /** The name that was asked for. */
  readonly name: string;
  /** The definition that placeholders get; absent where no scope has one. */
  readonly winner?: Definition;
  /** The definitions that a higher one hides, highest first. */
  readonly shadowed: readonly Definition[];
  /** Scopes that were searched, highest first. */
  readonly scopesSearched: readonly ScopeName[];
}

/** One definition of a variable. */
export interface Definition {
  /** The scope that defines it. */
  readonly scope: ScopeName;
  /** Name of the folder or environment. */
  readonly label?: string;
  /** The kind of its value. */
  readonly kind: ValueKind;
  /** A copy of the value as defined: a template is not resolved. Absent for a secret. */
  readonly value?: Value;
  /** Whether reports mask it. */
  readonly secret: boolean;
  /** Whether placeholders in the value resolve. */
  readonly template: boolean;
  /** Where a file defines it. */
  readonly at?: Origin;
}

/**
 * Tells where each scope defines a name, which definition wins and which are
 * shadowed.
 *
 * @example
 * ```ts
 * import { explain, Scopes } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const scopes = Scopes.of({ runtime: { id: 7 }, collection: { id: 1 } });
 * const { winner, shadowed } = explain("id", scopes);
 * assertEquals(winner?.scope, "runtime");
 * assertEquals(shadowed.map(({ scope }) => scope), ["collection"]);
 * ```
 */
export function explain(name: string, scopes: Scopes): Explanation {
  const definitions: Definition[] = [];
  for (const { scope, label, entries } of scopes.layers) {
    const entry = entries.get(name);
    if (entry === undefined) continue;
    const { value, template, at, secret = false } = entry;
    definitions.push({
      scope,
      ...(label !== undefined && { label }),
      kind: kindOf(value),
      ...(!secret && { value: copyValue(value) }),
      secret,
      template,
      ...(at !== undefined && { at }),
    });
  }
  const [winner, ...shadowed] = definitions;
  return {
    name,
    ...(winner !== undefined && { winner }),
    shadowed,
    scopesSearched: scopes.scopeNames(),
  };
}
