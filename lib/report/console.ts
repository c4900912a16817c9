import type { RunEvent } from "../run/types.ts";
import type { ConsoleOptions } from "./console/context.ts";
import * as details from "./console/detail_lines.ts";
import { eventLines } from "./console/event_lines.ts";

export type { ConsoleOptions } from "./console/context.ts";

/**
 * Makes the report for people: a line for each request, below it what failed,
 * and a summary. The reporter takes a run's events in order and gives back the
 * text to print for each, with its line ends; `""` for nothing. Secrets are
 * masked, and nothing that a server or a script says can steer the terminal.
 */
export function consoleReporter(
  options: ConsoleOptions,
): (event: RunEvent) => string {
  const linesOf = eventLines(options, () => details);
  return (event) => linesOf(event).map((line) => `${line}\n`).join("");
}
