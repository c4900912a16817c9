import { applyFixes } from "../../tools/check/fixes/apply_fixes.ts";
import type { Diagnostic, Fix } from "../../core/source/diagnostic.ts";
import { fixPlaces } from "./fix_places.ts";

/** A file before and after its fixes. */
export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly fixes: readonly Fix[];
}

/** Works out what the files of diagnostics are with the fixes in them; writes nothing. */
export async function fixFiles(
  diagnostics: readonly Diagnostic[],
  source: (file: string) => string | undefined,
): Promise<FixedFile[]> {
  const byFile = Map.groupBy(
    diagnostics.flatMap(({ fix }) => fix ?? []),
    ({ location }) => location.file ?? "",
  );
  const fixed: FixedFile[] = [];
  for (const [file, fixes] of byFile) {
    const before = source(file);
    if (before === undefined) continue;
    const { text, applied } = await applyFixes(file, before, fixes, fixPlaces);
    if (applied.length > 0) {
      fixed.push({ file, before, after: text, fixes: applied });
    }
  }
  return fixed;
}
