import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import type { Response } from "../../core/http/response.ts";
import { contextOf } from "../../tools/report/console/context.ts";
import { sentLines } from "../../tools/report/console/exchange/exchange.ts";
import { responseHead } from "../../tools/report/console/exchange/response_head.ts";
import { reasonPhrase } from "../../tools/report/reason_phrase.ts";
import type { RequestResult } from "../../core/run/types.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { styleFor } from "../style_for.ts";
import type { SendOptions } from "./options.ts";
import { WIDTH } from "../../host/terminal/width.ts";

/**
 * Prints what goes before a response's content: status and headers for a person
 * at a terminal, or as they are where `--include` asks for them; and with
 * `--verbose`, on standard error, what was sent.
 */
export function printHead(
  result: RequestResult,
  { verbose, include, color }: SendOptions,
  masker: Masker,
): void {
  const contextFor = (stream: { isTerminal(): boolean }) =>
    contextOf({
      style: styleFor(stream, color),
      verbose,
      width: WIDTH,
      masker,
    });
  if (verbose !== "none") {
    writeError(inLines(sentLines(result, contextFor(Deno.stderr))));
  }
  const { response } = result;
  if (response === undefined) return;
  if (Deno.stdout.isTerminal()) {
    const lines = responseHead(response, contextFor(Deno.stdout));
    writeOutput(inLines([...lines, ""]));
  } else if (include && !response.cut) {
    writeOutput(inLines([...asReceived(response), ""]), "text");
  }
}

function asReceived(
  { httpVersion, status, statusText, headers }: Response,
): string[] {
  return [
    `HTTP/${httpVersion} ${status} ${statusText || reasonPhrase(status)}`
      .trimEnd(),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
}

function inLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
