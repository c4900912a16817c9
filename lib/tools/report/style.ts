import type { RequestStatus } from "../../core/run/types.ts";

/** How a report stresses its parts. Each takes text and gives it back in that style. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string): string => text;

/** No stress at all: for files, pipes and `NO_COLOR`. */
export const plainStyle: Style = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  cyan: same,
};

/** Stress by ANSI escape sequences: for terminals. */
export const ansiStyle: Style = {
  bold: sequence(1, 22),
  dim: sequence(2, 22),
  red: sequence(31, 39),
  green: sequence(32, 39),
  yellow: sequence(33, 39),
  cyan: sequence(36, 39),
};

function sequence(on: number, off: number): (text: string) => string {
  return (text) => text === "" ? "" : `\x1b[${on}m${text}\x1b[${off}m`;
}

/** What a mark says: how a request ended, or that it passed for lack of any check. */
export type ConsoleMark = RequestStatus | "unchecked";

/** ✓ passed, ✗ failed or errored, – skipped, • nobody looked. */
export function mark(mark: ConsoleMark, style: Style): string {
  switch (mark) {
    case "passed":
      return style.green("✓");
    case "failed":
    case "errored":
      return style.red("✗");
    case "skipped":
      return style.yellow("–");
    case "unchecked":
      return style.yellow("•");
    default:
      return mark satisfies never;
  }
}
