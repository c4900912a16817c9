import type { Diagnostic } from "../source/diagnostic.ts";
import type { Inserted } from "../scope/provenance.ts";

/** A result, or what stands in its way; warnings come with a result too. */
export interface Rendered<T> {
  /** Absent when a diagnostic is an error. */
  readonly value?: T;
  readonly diagnostics: readonly Diagnostic[];
  /** The values in the result. */
  readonly insertions?: readonly Inserted[];
}

const NOTHING: readonly Diagnostic[] = [];
const NONE: readonly Inserted[] = [];

/** A result with its diagnostics: no value when one of them is an error. */
export function rendered<T>(
  value: T,
  diagnostics: readonly Diagnostic[],
  insertions: readonly Inserted[] = NONE,
): Rendered<T> {
  if (diagnostics.length === 0) {
    return { value, diagnostics: NOTHING, insertions };
  }
  const distinct = withoutRepeats(diagnostics);
  const failed = distinct.some(({ severity }) => severity === "error");
  return failed
    ? { diagnostics: distinct }
    : { value, diagnostics: distinct, insertions };
}

/** A nested variable that is used twice would report its problem twice. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, message, location }) => {
    const key = [
      code,
      message,
      location?.file,
      location?.yamlPath,
      location?.offset,
    ].join("\0");
    return !seen.has(key) && seen.add(key);
  });
}
