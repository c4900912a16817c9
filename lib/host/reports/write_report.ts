import { githubSummary } from "../../tools/report/github/github_summary.ts";
import type {
  ReportedRun,
  ReportMeta,
} from "../../tools/report/reported_run.ts";
import { OUTPUT_FORMS, WRITERS } from "../../tools/report/writers.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { inChunks } from "../../core/source/in_chunks.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { writeAtomically } from "../files/write/write_atomically.ts";
import { permittedEnv } from "../permitted_env.ts";
import { writeOutput } from "../terminal/write_output.ts";
import { inRepository } from "./in_repository.ts";
import type { ReporterOption } from "./reporter_option.ts";

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

/** The summary that GitHub shows of a step, where it asks for one: after what others of the step say. */
async function writeSummary(run: ReportedRun): Promise<void> {
  const path = permittedEnv("GITHUB_STEP_SUMMARY");
  if (!path) return;

  try {
    await Deno.writeTextFile(path, [...githubSummary(run)].join(""), {
      append: true,
    });
  } catch (error) {
    throw new CollectionError([describeFileError("write", path, error)]);
  }
}
