import { checkWritable } from "../../host/files/check_writable.ts";
import { Spool } from "../../host/files/spool.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import type { Plan } from "../../plan/types.ts";
import { readContent } from "../../report/content.ts";
import { formatBytes } from "../../report/text/amounts.ts";
import { printableLines } from "../../report/text/escape_controls.ts";
import { headerOf } from "../../http/header_of.ts";
import type { Response } from "../../http/response.ts";
import type { RunEvent } from "../../run/types.ts";
import type { Masker } from "../../secrets/masker.ts";
import { CollectionError } from "../../source/errors.ts";

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
  masker: Masker,
): Promise<ResponseOutput> {
  if (output === "-") {
    return Deno.stdout.isTerminal()
      ? forPerson(plan, masker)
      : await forProgram();
  }
  const problem = await checkWritable(output);
  if (problem) throw new CollectionError([problem]);
  return {
    path: output,
    add() {},
    async print() {},
    [Symbol.dispose]() {},
  };
}

async function forProgram(): Promise<ResponseOutput> {
  const spool = await Spool.open();
  return {
    path: spool.path,
    add() {},
    print: () => spool.print(),
    [Symbol.dispose]: () => spool[Symbol.dispose](),
  };
}

function forPerson({ steps }: Plan, masker: Masker): ResponseOutput {
  const last = steps.findLast(({ item }) => item.kind === "request");
  let response: Response | undefined;
  return {
    add(event) {
      if (event.type !== "request-end" || event.result.step !== last) return;
      response = event.result.response;
    },
    print() {
      if (response) writeOutput(readable(response, masker));
      return Promise.resolve();
    },
    [Symbol.dispose]() {},
  };
}

/** What a terminal can show: no secrets, and nothing that steers it. */
function readable({ body, headers, truncated }: Response, masker: Masker) {
  if (body.length === 0) return "";
  const contentType = headerOf(headers, "content-type") ?? "";
  const content = readContent(body, { contentType, limit: body.length });
  if (content.kind === "binary") {
    return `(${formatBytes(body.length)} of binary content)\n`;
  }
  const text = masker.maskText(content.text, { cut: truncated });
  return `${printableLines(text).join("\n").replace(/\n$/, "")}\n`;
}
