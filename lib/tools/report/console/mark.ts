import type { RequestStatus } from "../../../core/run/types.ts";
import type { Style } from "../style.ts";

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
