import type { Format } from "../flags/formats.ts";
import type { RunCommandOptions } from "../run/options.ts";

/** What `brace list` was asked to do. */
export interface ListOptions extends RunCommandOptions {
  /** `--format`: for people, or for programs. */
  readonly format: Format;
}
