import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import type { Plan, Step } from "../../core/plan/types.ts";
import { listLines } from "../../tools/report/console/problems/grouped.ts";
import { count } from "../../tools/report/text/amounts.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { wrapText } from "../../core/source/wrap_text.ts";
import { WIDTH } from "../../host/terminal/width.ts";

/** What is known of the hosts of a plan before it runs. */
export interface KnownHosts {
  readonly plan: Plan;
  readonly hosts: readonly string[];
  readonly proxy: string | undefined;
  /** Requests whose hosts are not known. */
  readonly unknown: readonly Step[];
}

/**
 * Prints the hosts to standard output, a line each; to standard error what is
 * not in that list, or why there is none.
 */
export function printHosts({ plan, hosts, proxy, unknown }: KnownHosts): void {
  const lines = [...hosts, ...proxy === undefined ? [] : [`${proxy} (proxy)`]];
  writeOutput(lines.map((line) => `${line}\n`).join(""));
  const notes = [
    ...lines.length === 0 ? ["No host is declared."] : [],
    ...plan.steps.some(({ item }) => item.kind === "request")
      ? []
      : ["The selection has no request that Brace sends."],
    ...unknown.length === 0 ? [] : [
      ...listLines(
        `Not known before the run are the hosts of ${
          count(unknown.length, "request")
        }`,
        unknown.slice(0, 100).map(({ item }) => escapeControls(item.path)),
        WIDTH,
      ),
      ...wrapText(
        "Their URLs hold variables without a value: give one with --env, --env-var or --var. What scripts, data rows and prompts bring is never declared: allow such a host with --allow-net=HOST.",
        { width: WIDTH },
      ),
    ],
  ];
  writeError(notes.map((line) => `${line}\n`).join(""));
}
