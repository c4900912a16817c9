import { type FixedFile, fixFiles } from "../../host/check/fix_places.ts";
import type { Findings } from "../../host/check/find_problems.ts";
import { readText } from "../../host/files/read_text.ts";
import { writeAtomically } from "../../host/files/write/write_atomically.ts";
import { resolve } from "../../host/path.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import type { AppliedFix } from "../../tools/check/fixes/fix_edits.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import {
  maskedDiff,
  unifiedDiff,
} from "../../tools/report/text/unified_diff.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { countsOf } from "../../core/source/counted.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";

/** A file that the passes have fixed. */
interface Fixed {
  readonly before: string;
  readonly after: string;
  readonly changes: readonly AppliedFix[];
  /** What a pass has made of it; one that makes it again goes in a circle. */
  readonly had: ReadonlySet<string>;
}

/** The passes of `brace check --fix` over a collection, and what they made of its files. */
export class Fixing {
  readonly #diff: boolean;
  readonly #files = new Map<string, Fixed>();
  /** By their whole paths, the texts that are only shown: the next pass goes on with them. */
  readonly #shown = new Map<string, string>();

  /** @param diff Only show what would change. */
  constructor({ diff }: { readonly diff: boolean }) {
    this.#diff = diff;
  }

  /** Reads a file of the collection as the passes so far have made it. */
  readonly readText: typeof readText = (path) =>
    this.#shown.get(resolve(path)) ?? readText(path);

  /**
   * One pass: fixes what can be fixed without a question. Gives whether files
   * have changed.
   *
   * @throws {CollectionError} A file cannot be written.
   */
  async pass({ found, locator }: Findings): Promise<boolean> {
    const fixed = (await fixFiles(found, locator.source))
      .filter(({ file, after }) => !this.#files.get(file)?.had.has(after));
    for (const one of fixed) {
      if (this.#diff) {
        this.#shown.set(resolve(one.file), one.after);
      } else {
        const problem = await writeAtomically(one.file, one.after);
        if (problem) throw new CollectionError([problem]);
      }
      this.#add(one);
    }
    return fixed.length > 0;
  }

  #add({ file, before, after, fixes }: FixedFile): void {
    const known = this.#files.get(file);
    this.#files.set(file, {
      before: known?.before ?? before,
      after,
      changes: [...known?.changes ?? [], ...fixes.toReversed()],
      had: new Set([...known?.had ?? [], before, after]),
    });
  }

  /** Names each file that was written once, and what changed in it. */
  printNames({ masker }: Findings): void {
    for (const [file, { changes }] of this.#files) {
      const count = changes.length === 1 ? "" : ` (${changes.length} places)`;
      const lines = changes.toSorted((a, b) => a.line - b.line)
        .map((it) => `  line ${it.line}: ${masker.mask(changeOf(it))}`);
      const more = lines.length - SHOWN_CHANGES;
      if (more > 0) lines.splice(SHOWN_CHANGES, more, `  and ${more} more`);
      for (const line of [`Fixed ${file}${count}`, ...lines]) {
        writeOutput(`${escapeControls(line)}\n`);
      }
    }
  }

  /** Shows what would change, and how much the last pass has left. */
  printDiff({ found, masker }: Findings): void {
    let isMasked = false;
    for (const [file, { before, after }] of this.#files) {
      const patch = maskedDiff(file, { before, after }, masker);
      isMasked ||= patch !== unifiedDiff(file, before, after);
      // A program reads every byte of it; a terminal would obey some.
      writeOutput(
        Deno.stdout.isTerminal()
          ? patch.replace(/[^\n]+/g, escapeControls)
          : patch,
      );
    }
    if (this.#files.size === 0) writeOutput("Nothing to fix\n");
    // Beside a patch, which a program reads.
    if (isMasked) writeError(MASKED);
    if (found.length > 0) writeError(leftLine(found));
  }
}

/** Changes of a file that are named at most. */
const SHOWN_CHANGES = 5;

/** What a fix has done, in a few words. */
function changeOf({ title, was, edits: [{ text }] }: AppliedFix): string {
  return was === ""
    ? title.replace(/^./, (it) => it.toLowerCase())
    : `"${was}" is now "${text}"`;
}

const MASKED =
  "Secrets are shown as ***, so git apply refuses the patch: brace check --fix makes the changes\n";

/** What a patch does not fix, and what shows it. */
function leftLine(left: readonly Diagnostic[]): string {
  const verb = left.length === 1 ? "is" : "are";
  const it = left.length === 1 ? "it" : "them";
  return `${countsOf(left).join(", ")} ${verb} left; brace check shows ${it}\n`;
}
