import { CONFIG_FILE } from "../../core/collection/format.ts";
import { type Diagnostic, locationOf } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";

/**
 * Diagnostics of a run that selects nothing, with what of that `brace.yaml` says.
 *
 * @param origins Where it gives options.
 */
export function tagsAt(
  origins: ReadonlyMap<string, Origin>,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const excludeTags = origins.get("excludeTags");
  // What is left out surprises more than what is selected.
  const [at, flag, verb] = excludeTags !== undefined
    ? [excludeTags, "--exclude-tags=", "leaves out"]
    : [origins.get("tags"), "--tags=", "selects"];
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
