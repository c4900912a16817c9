import type { CheckResult } from "../../tools/check/collection_index.ts";
import type { Style } from "../../tools/report/style.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";

/** Hosts that are named. */
const MAX_SHOWN = 8;

/** What was found in a word, what was looked at, and where a run would go. */
export function summaryLines(
  found: readonly Diagnostic[],
  { requests, environments, hosts }: CheckResult,
  style: Style,
): string[] {
  const counts = (["error", "warning", "hint"] as const).flatMap((severity) => {
    const { length } = found.filter((it) => it.severity === severity);
    return length === 0 ? [] : [counted(length, severity)];
  });
  const what = counts.length === 0 ? "no problems" : counts.join(", ");
  const where = environments.length === 0
    ? ""
    : `, with ${
      environments.length === 1
        ? "the environment"
        : `${environments.length} environments:`
    } ${environments.join(", ")}`;
  const failed = found.some(({ severity }) => severity === "error");
  const stress = failed ? style.red : style.green;
  const lines = [
    `${style.bold(stress(what))} in ${counted(requests, "request")}${
      escapeControls(where)
    }`,
  ];
  if (hosts.length > 0) {
    const more = hosts.length > MAX_SHOWN
      ? ` and ${hosts.length - MAX_SHOWN} more`
      : "";
    const shown = hosts.slice(0, MAX_SHOWN).join(", ");
    lines.push(style.dim(escapeControls(`a run contacts ${shown}${more}`)));
  }
  return lines;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
