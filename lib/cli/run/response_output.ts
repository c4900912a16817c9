import { checkWritable } from "../../host/files/write/draft.ts";
import { Spool } from "../../host/files/write/spool.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import type { Plan } from "../../core/plan/types.ts";
import { lastRequest } from "../../core/plan/iterations.ts";
import { readableContent } from "../../tools/report/console/exchange/readable_content.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import type { Style } from "../../tools/report/style.ts";
import type { Response } from "../../core/http/response.ts";
import type { RunEvent } from "../../core/run/types.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { shellWord } from "../../host/terminal/shell_word.ts";
import { styleFor } from "../style_for.ts";

/** Where `--output` leads. */
export interface ResponseOutput extends Disposable {
  /** The file that the engine writes to. */
  readonly path?: string;
  /** Takes an event of the run. */
  add(event: RunEvent): void;
  /** Prints what belongs on standard output, once the run is over. */
  print(): Promise<void>;
}

/**
 * Opens what `--output` names. A response for standard output waits in a file
 * of its own until the run is over: before that nobody knows which attempt
 * is the last. A terminal gets what a person can read, other programs get the bytes.
 *
 * @throws {CollectionError} It cannot be written.
 * @throws {PermissionError} Deno does not permit it.
 */
export async function openResponseOutput(
  output: string,
  plan: Plan,
  { masker, color, quiet, root, alone }: {
    readonly masker: Masker;
    readonly color: boolean | undefined;
    /** Says nothing about the file. */
    readonly quiet: boolean;
    /** The collection's folder. */
    readonly root?: string;
    /** Whether the only request has no file, and so no name. */
    readonly alone?: boolean;
  },
): Promise<ResponseOutput> {
  if (output === "-") {
    return Deno.stdout.isTerminal()
      ? forPerson(plan, masker, styleFor(Deno.stdout, color))
      : await forProgram();
  }
  const problem = await checkWritable(output, root);
  if (problem) throw new CollectionError([problem]);
  return forFile(output, plan, { quiet, alone });
}

/** Says on standard error what is in the file: other clients write a report there. */
function forFile(
  path: string,
  plan: Plan,
  { quiet, alone = false }: {
    readonly quiet: boolean;
    readonly alone?: boolean | undefined;
  },
): ResponseOutput {
  const last = lastRequest(plan);
  let written: string | undefined;
  return {
    path,
    add(event) {
      if (event.type !== "request-end") return;
      const { step, response } = event.result;
      if (step.index === last && response) written = step.item.path;
    },
    print() {
      if (!quiet) {
        const file = escapeControls(path);
        const done = written === undefined
          ? `Wrote nothing to ${file}: the ${
            alone ? "request" : "last request"
          } has no response`
          : alone
          ? `Wrote the response to ${file}`
          : `Wrote the last response (${escapeControls(written)}) to ${file}`;
        writeError(`${done}${reportInstead(path, plan)}\n`);
      }
      return Promise.resolve();
    },
    [Symbol.dispose]() {},
  };
}

/** The kinds of reports by the endings of their files. */
const REPORT_ENDINGS = { json: "json", xml: "junit", html: "html" };

/** How to write the report that the name of the file promises; empty where it promises none. */
function reportInstead(path: string, plan: Plan): string {
  const [, ending] =
    /(?:results?|reports?|junit|tests?)\.(json|xml|html)$/i.exec(path) ?? [];
  const requests = plan.steps.filter(({ item }) => item.kind === "request");
  if (ending === undefined || requests.length < 2) return "";
  const kind =
    REPORT_ENDINGS[ending.toLowerCase() as keyof typeof REPORT_ENDINGS];
  return ` (for a report: --reporter ${shellWord(`${kind}=${path}`)})`;
}

async function forProgram(): Promise<ResponseOutput> {
  const spool = await Spool.open(
    "keep the response until the run is over",
    "give --output a file",
  );
  return {
    path: spool.path,
    add() {},
    print: () => spool.print(),
    [Symbol.dispose]: () => spool[Symbol.dispose](),
  };
}

function forPerson(
  plan: Plan,
  masker: Masker,
  style: Style,
): ResponseOutput {
  const last = lastRequest(plan);
  let response: Response | undefined;
  return {
    add(event) {
      if (event.type !== "request-end" || event.result.step.index !== last) {
        return;
      }
      response = event.result.response;
    },
    print() {
      if (response) writeOutput(readableContent(response, { style, masker }));
      return Promise.resolve();
    },
    [Symbol.dispose]() {},
  };
}
