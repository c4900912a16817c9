import { checkWritable } from "../../host/files/write/draft.ts";
import { Spool } from "../../host/files/write/spool.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import type { Plan } from "../../core/plan/types.ts";
import { lastRequest } from "../../core/plan/iterations.ts";
import { readableContent } from "../../tools/report/console/exchange/readable_content.ts";
import type { Style } from "../../tools/report/style.ts";
import type { Response } from "../../core/http/response.ts";
import type { RunEvent } from "../../core/run/types.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { CollectionError } from "../../core/source/errors.ts";
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
  { masker, color, root }: {
    readonly masker: Masker;
    readonly color: boolean | undefined;
    /** The collection's folder. */
    readonly root?: string;
  },
): Promise<ResponseOutput> {
  if (output === "-") {
    return Deno.stdout.isTerminal()
      ? forPerson(plan, masker, styleFor(Deno.stdout, color))
      : await forProgram();
  }
  const problem = await checkWritable(output, root);
  if (problem) throw new CollectionError([problem]);
  return {
    path: output,
    add() {},
    async print() {},
    [Symbol.dispose]() {},
  };
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
