import { useStdout } from "../../host/reports/reporter_option.ts";
import type { Locator } from "../../host/locate/locator.ts";
import { permittedEnv } from "../../host/permitted_env.ts";
import { isGithub } from "../../host/terminal/is_github.ts";
import { writeErrorLog, writeLog } from "../../host/terminal/write_output.ts";
import { contextOf } from "../../tools/report/console/context.ts";
import type * as Details from "../../tools/report/console/detail_lines.ts";
import type { Most } from "../../tools/report/console/problems/grouped.ts";
import type { WatchedConsole } from "../../host/watchdog/types.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { styleFor } from "../style_for.ts";
import { Commands } from "./commands.ts";
import type { RunCommandOptions } from "./options.ts";
import { RunPrinter } from "./run_printer.ts";
import { WIDTH, widthOf } from "../../host/terminal/width.ts";

type OutputOptions =
  & Pick<RunCommandOptions, "color" | "verbose" | "output" | "reporters">
  & Partial<Pick<RunCommandOptions, "console" | "quiet">>;

/** What `brace run` prints. */
export class Output {
  readonly #options: OutputOptions;
  readonly #locator: Locator;
  readonly #masker: Masker;
  readonly #commands = new Commands(isGithub());
  #details: typeof Details | undefined;
  #problems: Details.ProblemList | undefined;

  constructor(options: OutputOptions, locator: Locator, masker: Masker) {
    this.#options = options;
    this.#locator = locator;
    this.#masker = masker;
  }

  /**
   * Prints diagnostics of the command itself to standard error: equal ones
   * once, of very many only some in full.
   */
  async diagnostics(
    diagnostics: readonly Diagnostic[],
    options: { readonly most?: Most } = {},
  ): Promise<void> {
    if (diagnostics.length === 0) return;
    const { ProblemList } = await this.#load();
    this.#problems ??= new ProblemList(contextOf({
      style: styleFor(Deno.stderr, this.#options.color),
      verbose: "none",
      width: WIDTH,
      masker: this.#masker,
      source: this.#locator.source,
    }));
    const located = await this.#locator.locate(diagnostics);
    const lines = this.#problems.add(located, options.most);
    writeErrorLog(
      this.#commands.around(lines.map((line) => `${line}\n`).join("")),
    );
  }

  /** Prints where the report of a run stands: on standard error where standard output is for a response or a report. */
  get print(): (text: string) => void {
    return this.#usesError ? writeErrorLog : writeLog;
  }

  /** What prints the events of a run; on a terminal it shows what is under way. */
  printer(): RunPrinter {
    const stream = this.#usesError ? Deno.stderr : Deno.stdout;
    const terminal = stream.isTerminal();
    const width = widthOf(stream);
    const { console: kind, quiet = false, verbose, color } = this.#options;
    const log = !terminal || Boolean(permittedEnv("CI"));
    return new RunPrinter({
      style: styleFor(stream, color),
      verbose,
      width,
      masker: this.#masker,
      source: this.#locator.source,
      ...kind !== undefined && { kind },
      quiet,
      terminal,
      log,
      commands: this.#commands,
      write: this.print,
      details: () => this.#load(),
    });
  }

  /** How its end looks where the thread that prints is stuck. */
  get watched(): WatchedConsole {
    const usesError = this.#usesError;
    const stream = usesError ? Deno.stderr : Deno.stdout;
    const terminal = stream.isTerminal();
    const { quiet = false, color } = this.#options;
    return {
      quiet,
      usesError,
      colors: color ?? (terminal && !Deno.noColor),
      width: widthOf(stream),
      live: terminal && !permittedEnv("CI"),
    };
  }

  get #usesError(): boolean {
    const { output, reporters } = this.#options;
    return output === "-" || useStdout(reporters);
  }

  /** What writes more than a line is loaded when there is more to say. */
  async #load(): Promise<typeof Details> {
    return this.#details ??= await import(
      "../../tools/report/console/detail_lines.ts"
    );
  }
}
