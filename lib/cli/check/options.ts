import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { OpenCheckOptions } from "../../host/check/open_check.ts";

/** How findings are written; the first where nothing is said. */
export const CHECK_FORMATS = ["human", "json", "sarif", "github"] as const;

/** One of them. */
export type CheckFormat = typeof CHECK_FORMATS[number];

/** What `brace check` was asked to do. */
export interface CheckCommandOptions extends OpenCheckOptions {
  /** What is wrong with the file that has defaults of flags. */
  readonly configured?: readonly Diagnostic[];
  readonly format: CheckFormat;
  /** `--strict`: warnings fail, too. */
  readonly strict: boolean;
  /** `--fix`: fixes what can be fixed without a question. */
  readonly fix: boolean;
  /** `--diff`: with `--fix`, only shows what it would change. */
  readonly diff: boolean;
  /** `--color`/`--no-color`; absent: on a terminal without `NO_COLOR`. */
  readonly color?: boolean;
}
