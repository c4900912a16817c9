import type { ScopeName } from "../../../core/scope/names.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";

const FIRST_VALUE = "give it a first value";

/** Where a first value does not hide what a script sets in a scope. */
const FIRST_PLACES: { readonly [scope in ScopeName]?: string } = {
  folder: " in the collection's variables",
  environment: " in an environment",
  collection: " in the collection's variables",
  global: " in the global environment",
};

/** How a variable that a script sets in a scope, too late, has a value by then. */
export function firstValueIn(scope: ScopeName): string {
  return `${FIRST_VALUE}${FIRST_PLACES[scope] ?? ""}`;
}

/** The first value that a variable needs, as no other request sets it in time; undefined: it is about something else. */
export function firstValueWay({ message }: Diagnostic): string | undefined {
  const start = message.lastIndexOf(`(${FIRST_VALUE}`);
  return start < 0 ? undefined : message.slice(start + 1, -1);
}
