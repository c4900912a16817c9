import { assert } from "@std/assert";
import type { ConsoleOptions } from "../../lib/report/console/context.ts";
import * as details from "../../lib/report/console/detail_lines.ts";
import {
  eventLines,
  needsDetails,
} from "../../lib/report/console/event_lines.ts";
import type { RunEvent } from "../../lib/run/types.ts";

/** What `brace run` prints about events; details are there for those that need them, as in the program. */
export function consoleReport(
  events: readonly RunEvent[],
  options: ConsoleOptions,
): string {
  let needed = false;
  const linesOf = eventLines(options, () => {
    assert(needed, "details are written that were not needed");
    return details;
  });
  return events.flatMap((event) => {
    needed = needsDetails(event, options);
    return linesOf(event);
  }).map((line) => `${line}\n`).join("");
}
