import type { Format } from "../flags/formats.ts";
import type { WrittenForm } from "../../tools/convert/as/types.ts";
import type { RunCommandOptions } from "../run/options.ts";

/** What `brace render` was asked to do. */
export interface RenderCommandOptions extends RunCommandOptions {
  /** `--provenance`: shows where each value came from. */
  readonly provenance: boolean;
  /** `--format`: for people, or for programs. */
  readonly format: Format;
  /** `--as`: for use elsewhere; absent: as Brace shows it. */
  readonly as?: WrittenForm;
  /** `--reveal`: with secrets, on a terminal only. */
  readonly reveal: boolean;
}
