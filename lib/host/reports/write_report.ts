import { githubSummary } from "../../tools/report/markdown.ts";
import type {
  ReportedRun,
  ReportMeta,
} from "../../tools/report/reported_run.ts";
import { OUTPUT_FORMS, WRITERS } from "../../tools/report/writers.ts";
import { CollectionError, UsageError } from "../../core/source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import {
  openDevice,
  writeAtomically,
} from "../files/write/write_atomically.ts";
import { permittedEnv } from "../permitted_env.ts";
import { writeOutput } from "../terminal/write_output.ts";
import { inRepository } from "./in_repository.ts";
import { filesOf, type ReporterOption } from "./reporter_option.ts";
import { realPath, sourceProblem } from "./source_file.ts";
import { runDenoWith } from "../../core/source/way_out.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { checkFolder, checkWritable } from "../files/write/draft.ts";

/** What a report is made of, and where the console is. */
export interface ReportSource {
  readonly run: ReportedRun;
  readonly meta: ReportMeta;
  /** Prints where the console report stands. */
  readonly print: (text: string) => void;
}

/**
 * Writes a report that is made at a run's end.
 *
 * @throws {CollectionError} It cannot be written; code WRITE.
 */
export async function writeReport(
  { kind, file }: ReporterOption,
  { run, meta, print }: ReportSource,
): Promise<void> {
  const writer = await WRITERS[kind]();
  const pieces = writer(run, { ...meta, inRepository });
  if (file === undefined) {
    for (const chunk of inChunks(pieces)) print(chunk);
  } else if (file === "-") {
    const form = OUTPUT_FORMS[kind];
    for (const chunk of inChunks(pieces)) writeOutput(chunk, form);
  } else {
    const problem = await writeAtomically(file, pieces);
    if (problem !== undefined) throw new CollectionError([problem]);
  }
  if (kind === "github") await writeSummary(run);
}

/** Each step has another path, and nobody asked for the summary: the run stays as it is. */
const LEFT_OUT: Diagnostic = {
  code: "PERMISSION",
  severity: "warning",
  message:
    `Left out the job summary: Deno's permissions do not include its file (${
      runDenoWith("--allow-write=$GITHUB_STEP_SUMMARY")
    })`,
};

/** The summary that GitHub shows of a step, where it asks for one: after what others of the step say. */
async function writeSummary(run: ReportedRun): Promise<void> {
  const path = permittedEnv("GITHUB_STEP_SUMMARY");
  if (!path) return;

  try {
    await Deno.writeTextFile(path, [...githubSummary(run)].join(""), {
      append: true,
    });
  } catch (error) {
    throw new CollectionError([
      error instanceof Deno.errors.NotCapable ? LEFT_OUT : {
        ...describeFileError("write", path, error),
        notes: ["the environment variable GITHUB_STEP_SUMMARY names it"],
      },
    ]);
  }
}

/**
 * Looks before anything is sent whether reports can be written, each into a
 * file of its own.
 *
 * @param output The file for a response, which is not a report's.
 * @param root The collection's folder.
 * What is given back keeps pipes open until the reports are written: their
 * readers would take it for the end.
 *
 * @throws {UsageError} Two have the same file.
 * @throws {CollectionError} One cannot be written, or would replace what somebody wrote.
 */
export async function checkTargets(
  reporters: readonly ReporterOption[],
  { output, root }: { readonly output?: string; readonly root?: string } = {},
): Promise<Disposable> {
  const files = filesOf(reporters);
  const sources = (await Promise.all(files.map(sourceProblem)))
    .filter((it) => it !== undefined);
  if (sources.length > 0) throw new CollectionError(sources);
  // Of all before the first folder is made: one of another file counts as missing.
  for (const check of [checkFolder, checkWritable]) {
    const problems = (await Promise.all(files.map((file) => check(file, root))))
      .filter((it): it is Diagnostic => it !== undefined);
    if (problems.length > 0) throw new CollectionError(problems);
  }
  const taken = new Map<string, string>();
  if (output !== undefined) taken.set(await realPath(output), "--output");
  for (const { kind, file } of reporters) {
    if (file === undefined || file === "-") continue;
    const path = await realPath(file);
    if (await isDevice(path)) continue;
    const other = taken.get(path);
    if (other !== undefined) throw sameFile(`${kind}=${file}`, other);
    taken.set(path, `--reporter ${kind}`);
  }
  return await openPipes(files);
}

async function openPipes(files: readonly string[]): Promise<Disposable> {
  using pipes = new DisposableStack();
  const problems: Diagnostic[] = [];
  await Promise.all(files.map(async (file) => {
    try {
      if ((await Deno.stat(file)).isFifo) pipes.use(await openDevice(file));
    } catch (error) {
      // A path that does not exist yet will be a file.
      if (error instanceof Deno.errors.NotFound) return;
      problems.push(describeFileError("write", file, error));
    }
  }));
  if (problems.length > 0) throw new CollectionError(problems);
  return pipes.move();
}

function sameFile(reporter: string, other: string): UsageError {
  return new UsageError([{
    code: "USAGE",
    severity: "error",
    message:
      `Cannot use "--reporter ${reporter}": "${other}" writes to that file`,
  }]);
}

/** `/dev/null` has room for all. */
async function isDevice(path: string): Promise<boolean> {
  try {
    return !(await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}

/** Code units of a chunk, if there are as many. */
const LENGTH = 64 * 1_024;

/** Pieces of a text, gathered: writing is slow for each piece, not for its length. */
function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
