import type { Format } from "../flags/formats.ts";
import type { OpenCheckOptions } from "../../host/check/open_check.ts";

/** What `brace vars` was asked to do. */
export interface VarsOptions extends OpenCheckOptions {
  /** The variable to tell all about; absent: all variables. */
  readonly name?: string;
  /** `--format`: for people, or for programs. */
  readonly format: Format;
  /** `--color`/`--no-color`; absent: on a terminal without `NO_COLOR`. */
  readonly color?: boolean;
}
