import type { ConsoleKind } from "../../tools/report/kinds.ts";
import type { Verbosity } from "../../tools/report/console/context.ts";
import { RUN_DEFAULTS, type RunOptions } from "../../host/run/options.ts";

/** What `brace run` was asked to do: the run, and what is to be seen of it. */
export interface RunCommandOptions extends RunOptions {
  /** `--verbose[=failed]`: of which requests what was sent, responses and script consoles are shown. */
  readonly verbose: Verbosity;
  /** `--output FILE`: where the content of the last selected request's response goes; `-` is standard output. */
  readonly output?: string;
  /** `--reporter pretty|compact|dots|failures`; absent: pretty on a terminal for few requests, else compact. */
  readonly console?: ConsoleKind;
  /** `--quiet`: nothing is printed about the run. */
  readonly quiet: boolean;
  /** `--watch`: runs again when a file has changed. */
  readonly watch: boolean;
  /** `--print-hosts`: prints the declared hosts and sends nothing. */
  readonly printHosts: boolean;
  /** `--color`/`--no-color`; absent: on a terminal without `NO_COLOR`. */
  readonly color?: boolean;
}

/** What applies where the command line says nothing. */
export const COMMAND_DEFAULTS: RunCommandOptions = {
  ...RUN_DEFAULTS,
  verbose: "none",
  quiet: false,
  watch: false,
  printHosts: false,
};
