import type { RequestResult } from "../../../core/run/types.ts";
import type { Style } from "../style.ts";
import type { ConsoleKind } from "../kinds.ts";

/** A request as one character: `.` passed, `F` failed, `E` errored, `-` skipped. */
export function dot({ status }: RequestResult, style: Style): string {
  switch (status) {
    case "passed":
      return style.green(".");
    case "failed":
      return style.red("F");
    case "errored":
      return style.red("E");
    case "skipped":
      return style.yellow("-");
    default:
      return status satisfies never;
  }
}

/** So many requests fit on a screen or two. */
const FEW = 100;

/** How the console report looks where nobody says. */
export function consoleKind(
  requests: number,
  { terminal }: { readonly terminal: boolean },
): ConsoleKind {
  return terminal && requests < FEW ? "pretty" : "compact";
}
