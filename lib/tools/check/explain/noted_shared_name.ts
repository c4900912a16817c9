import { sharedNote } from "../../../core/run/explain/shared_names.ts";
import type { Collection } from "../../../core/collection/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";

/** Adds to a problem about an undefined name that another script assigns it. */
export function withSharedNote(
  diagnostic: Diagnostic,
  collection: Collection,
): Diagnostic {
  const { code, message, notes = [] } = diagnostic;
  const [, name] = /^Cannot read "([^"]+)": it is not defined/.exec(message) ??
    [];
  if (code !== "UNKNOWN_MEMBER" || name === undefined) return diagnostic;
  const note = sharedNote(name, collection);
  return note === undefined
    ? diagnostic
    : { ...diagnostic, notes: [...notes, note] };
}
