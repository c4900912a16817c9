import { fixFiles } from "../../host/check/fix_places.ts";
import { writeAtomically } from "../../host/files/write/write_atomically.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { unifiedDiff } from "../../tools/report/text/unified_diff.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { countsOf } from "../../core/source/counted.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";

/** What the passes over a collection have written: of each file its texts, and how many places. */
export class Written {
  readonly #files = new Map<string, { places: number; texts: Set<string> }>();

  /** Whether a file has had a text; a pass that writes it again goes in a circle. */
  hasHad(file: string, text: string): boolean {
    return this.#files.get(file)?.texts.has(text) ?? false;
  }

  /** Notes a file before and after a pass. */
  add(file: string, texts: readonly string[], places: number): void {
    const known = this.#files.get(file);
    this.#files.set(file, {
      places: places + (known?.places ?? 0),
      texts: new Set([...known?.texts ?? [], ...texts]),
    });
  }

  /** Names each file once. */
  print(): void {
    for (const [file, { places }] of this.#files) {
      const count = places === 1 ? "" : ` (${places} places)`;
      writeOutput(`${escapeControls(`Fixed ${file}${count}`)}\n`);
    }
  }
}

/**
 * One pass of `brace check --fix`: writes what can be fixed without a question,
 * or only shows it. Gives whether files were written.
 *
 * @throws {CollectionError} A file cannot be written.
 */
export async function fixCommand(
  diagnostics: readonly Diagnostic[],
  { source, diff, written }: {
    readonly source: (file: string) => string | undefined;
    readonly diff: boolean;
    readonly written: Written;
  },
): Promise<boolean> {
  const fixed = (await fixFiles(diagnostics, source))
    .filter(({ file, after }) => !written.hasHad(file, after));
  for (const { file, before, after, fixes } of fixed) {
    if (diff) {
      const patch = unifiedDiff(file, before, after);
      // A program reads every byte of it; a terminal would obey some.
      writeOutput(
        Deno.stdout.isTerminal()
          ? patch.replace(/[^\n]+/g, escapeControls)
          : patch,
      );
      continue;
    }
    const problem = await writeAtomically(file, after);
    if (problem) throw new CollectionError([problem]);
    written.add(file, [before, after], fixes.length);
  }
  if (diff) {
    if (fixed.length === 0) writeOutput("Nothing to fix\n");
    const done = new Set(fixed.flatMap(({ fixes }) => fixes));
    const left = diagnostics.filter(({ fix }) => !fix || !done.has(fix));
    // Beside a patch, which a program reads.
    if (left.length > 0) writeError(leftLine(left));
  }
  return fixed.length > 0 && !diff;
}

/** What a patch does not fix, and what shows it. */
function leftLine(left: readonly Diagnostic[]): string {
  const verb = left.length === 1 ? "is" : "are";
  const it = left.length === 1 ? "it" : "them";
  return `${countsOf(left).join(", ")} ${verb} left; brace check shows ${it}\n`;
}
