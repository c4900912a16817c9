import { CONFIG_FILE } from "../../core/collection/format.ts";
import { type Diagnostic, locationOf } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";

/** Where `brace.yaml` gives tags; absent: it does not. */
export interface TagOrigins {
  readonly tags?: Origin;
  readonly excludeTags?: Origin;
}

/** Diagnostics of a run that selects nothing, with what of that `brace.yaml` says. */
export function tagsAt(
  { tags, excludeTags }: TagOrigins,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  // What is left out surprises more than what is selected.
  const [at, flag, verb] = excludeTags !== undefined
    ? [excludeTags, "--exclude-tags=", "leaves out"]
    : [tags, "--tags=", "selects"];
  return at === undefined
    ? diagnostics
    : diagnostics.map((one) =>
      one.code !== "EMPTY_SELECTION" || one.severity !== "error" ||
        one.location !== undefined
        ? one
        : {
          ...one,
          message:
            `${one.message}, which ${CONFIG_FILE} ${verb}: ${flag} clears it`,
          location: locationOf(at),
        }
    );
}
