import { join, relative, resolve } from "../../host/path.ts";
import { formatOf, V3_FORMAT } from "../../core/collection/format.ts";
import { splitMain } from "../../host/files/find_root.ts";
import { findCollection } from "../../host/files/load/find_target.ts";
import { FileChanges, realOf } from "../../host/watch/file_changes.ts";
import { watchedBy } from "../../host/watch/watched_by.ts";
import { WrittenFiles } from "../../host/watch/watched_by.ts";
import { Interruption } from "../../host/terminal/interruption.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { fitEnd, pad } from "../../tools/report/text/fit.ts";
import type { RunCommandOptions } from "./options.ts";
import { proseWidth } from "../../host/terminal/width.ts";
import { INTERRUPTED_CODE } from "../../core/run/exit_code.ts";

/** What a watched run is made with. */
export interface WatchedRun {
  /** Runs once; gives the exit code. */
  readonly run: () => Promise<number>;
  /** Prints where the console report stands. */
  readonly print: (text: string) => void;
}

/**
 * `brace run --watch`: runs again when a file of the collection, or one that the
 * command line names, has changed. Ctrl-C in a run ends with its code, 130;
 * between two runs with 0. Where there is no collection to watch, it runs once.
 *
 * @throws {DiagnosticError} The files cannot be watched.
 */
export async function watchRuns(
  options: RunCommandOptions,
  { run, print }: WatchedRun,
): Promise<number> {
  const [path = "."] = options.paths;
  const place = findCollection(path);
  if (place === undefined) return await run();
  const { main } = place;
  const folder = realOf(splitMain(main).root);
  using changes = new FileChanges();
  const written = new WrittenFiles(writtenBy(options));
  const tell = (text: string) => {
    if (!options.quiet) print(text);
  };
  while (true) {
    // It hears Ctrl-C where the run does not.
    using waiting = new Interruption();
    for (const watched of watchedBy(place, readBy(options))) {
      changes.add(watched);
    }
    const code = await run();
    if (code === INTERRUPTED_CODE) return code;
    written.note(writtenBack(options, main));
    tell("\nWaiting for changes (Ctrl-C ends)\n");
    const changed = await changes.next(
      (path) => !written.has(path),
      waiting.signal,
    );
    if (changed === undefined) return 0;
    const names = changed.map((path) => relative(folder, path) || "collection");
    tell(`\n${separator(names)}\n\n`);
  }
}

/** Files that the command line names to be read. */
function readBy(
  { data, envFiles, secretsFile, globalEnv, failedIn, ca }: RunCommandOptions,
): string[] {
  return filesOf([data, ...envFiles, secretsFile, globalEnv, failedIn, ...ca]);
}

function filesOf(given: readonly (string | undefined)[]): string[] {
  return given.flatMap((file) =>
    file === undefined || file === "-" ? [] : resolve(file)
  );
}

function writtenBy({ reporters, output }: RunCommandOptions): string[] {
  return filesOf([...reporters.map(({ file }) => file), output]);
}

/** What a run may have changed of what it reads. */
function writtenBack(
  { cookieJar, saveEnv }: RunCommandOptions,
  main: string,
): string[] {
  const jar = cookieJar === undefined ? [] : [resolve(cookieJar)];
  return saveEnv ? [...jar, main, ...environmentsOf(main)] : jar;
}

function environmentsOf(main: string): string[] {
  const { root, main: name } = splitMain(main);
  const folder = join(
    root,
    formatOf(name) === V3_FORMAT ? "../../environments" : "environments",
  );
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/** A line that says what changed. */
function separator([first, ...others]: readonly string[]): string {
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const text = `── ${escapeControls(first)}${more} changed `;
  const width = proseWidth(Deno.stdout);
  return pad(fitEnd(text, width - 3), width).replace(
    / +$/,
    (blanks) => ` ${"─".repeat(blanks.length - 1)}`,
  );
}
