import {
  type FormatOptions,
  sourceExcerpt,
} from "../../../core/source/format_diagnostic.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import type { CollectedDiagnostic } from "./types.ts";
import { type WayOutWords, worded } from "../../../core/source/way_out.ts";
import { FLAG_WORDS } from "../text/flag_words.ts";

/** Columns of a source line that are kept. */
const WIDTH = 160;

/**
 * A diagnostic as reports show it.
 *
 * @param options.source The text of a file by the path that diagnostics show. Default: none is known.
 * @param options.words How ways out are put. Default: as flags.
 */
export function collectDiagnostic(
  diagnostic: Diagnostic,
  masker: Masker,
  { source, words = FLAG_WORDS }: {
    readonly source?: FormatOptions["source"] | undefined;
    readonly words?: WayOutWords | undefined;
  } = {},
): CollectedDiagnostic {
  const excerpt = source && diagnostic.location &&
    sourceExcerpt(diagnostic.location, {
      source,
      width: WIDTH,
      mask: masker.maskSource,
    });
  const masked = masker.maskDiagnostic(worded(diagnostic, words));
  const { file, line, column, yamlPath, place } = masked.location ?? {};
  return defined({
    code: masked.code,
    severity: masked.severity === "error" ? "error" : "warning",
    message: masked.message,
    location: masked.location &&
      defined({ file, line, column, yamlPath, place }),
    source: excerpt,
    expression: masked.expression,
    trail: masked.trail,
    scopesSearched: masked.scopesSearched,
    suggestion: masked.suggestion,
    notes: masked.notes,
  });
}

/** An object without the members that are undefined. */
export function defined<T extends object>(object: T): T {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as T;
}
