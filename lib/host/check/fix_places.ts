import type { Diagnostic, Fix } from "../../core/source/diagnostic.ts";
import { lineStarts } from "../../core/source/line_starts.ts";
import { locate } from "../locate/locate.ts";
import { YamlFiles } from "../locate/yaml_files.ts";
import {
  type AppliedFix,
  applyFixes,
} from "../../tools/check/fixes/fix_edits.ts";

/** Offsets in the file of where each edit begins and ends. */
export async function fixPlaces(
  text: string,
  { location, edits }: Fix,
): Promise<number[] | undefined> {
  const { file, keys, line, column } = location;
  if (file === undefined) return undefined;
  if (keys === undefined) {
    if (line === undefined || column === undefined) return undefined;
    const start = lineStarts(text)[line - 1] + column - 1;
    return edits.flatMap(({ offset, length }) => [
      start + offset,
      start + offset + length,
    ]);
  }
  if (location.onKey) return await keyPlaces(text, location, keys.at(-1));
  const starts = lineStarts(text);
  const places: number[] = [];
  const wanted = edits.flatMap(({ offset, length }) =>
    // What comes behind a placeholder comes behind its last brace.
    length === 0 && edits[0].offset !== offset
      ? [{ offset: offset - 1, add: 1 }, { offset: offset - 1, add: 1 }]
      : length === 0
      ? [{ offset, add: 0 }, { offset, add: 0 }]
      : [{ offset, add: 0 }, { offset: offset + length - 1, add: 1 }]
  );
  const located = await locate(
    wanted.map(({ offset }) => ({
      code: "USAGE",
      severity: "hint",
      message: "",
      location: { file, keys, offset, length: 1 },
    })),
    new YamlFiles(() => text),
  );
  for (const [index, { location: found }] of located.entries()) {
    if (found?.line === undefined || found.column === undefined) {
      return undefined;
    }
    places.push(starts[found.line - 1] + found.column - 1 + wanted[index].add);
  }
  return places;
}

/** Where a key begins and ends, less its quotes. */
async function keyPlaces(
  text: string,
  location: Fix["location"],
  key: string | number | undefined,
): Promise<number[] | undefined> {
  const [{ location: found }] = await locate(
    [{ code: "USAGE", severity: "hint", message: "", location }],
    new YamlFiles(() => text),
  );
  if (found?.line === undefined || typeof key !== "string") return undefined;
  const from = lineStarts(text)[found.line - 1] + (found.column ?? 1) - 1;
  const start = /["']/.test(text[from]) ? from + 1 : from;
  return text.startsWith(key, start) ? [start, start + key.length] : undefined;
}

/** A file before and after its fixes. */
export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** From the end of the file on. */
  readonly fixes: readonly AppliedFix[];
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
