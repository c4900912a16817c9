import { resolveEnvironments } from "../core/collection/environment.ts";
import type { Collection } from "../core/collection/types.ts";
import { DiagnosticError } from "../core/source/errors.ts";

/**
 * The names of environments, which may be given by those of their files.
 *
 * @throws {DiagnosticError} One does not exist.
 */
export function findEnvironments(
  collection: Collection,
  given: readonly string[],
): string[] {
  return given.map((name) => {
    const { value, diagnostics } = resolveEnvironments(collection, [name]);
    // What one extends the page can mend.
    const unknown = diagnostics.find(({ code, location }) =>
      code === "UNKNOWN_ENVIRONMENT" && location === undefined
    );
    if (unknown) throw new DiagnosticError([unknown]);
    return value?.[0]?.name ?? name;
  });
}
