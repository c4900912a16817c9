import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import { consoleReporter } from "../../report/console.ts";
import { contextOf } from "../../report/console/context.ts";
import { diagnosticLines } from "../../report/console/diagnostic_lines.ts";
import type { Masker } from "../../report/mask.ts";
import { ansiStyle, plainStyle, type Style } from "../../report/style.ts";
import type { RunEvent } from "../../run/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Locator } from "./locator.ts";
import type { RunOptions } from "./options.ts";

/** Columns where nothing tells how many there are. */
const WIDTH = 80;
/** Back to the line's start, and away with what stands there. */
const CLEAR_LINE = "\r\x1b[K";

/** What `brace run` prints. */
export class Output {
  readonly #options: Pick<RunOptions, "color" | "verbose">;
  readonly #locator: Locator;
  readonly #masker: Masker;

  constructor(
    options: Pick<RunOptions, "color" | "verbose">,
    locator: Locator,
    masker: Masker,
  ) {
    this.#options = options;
    this.#locator = locator;
    this.#masker = masker;
  }

  /** Prints diagnostics of the command itself to standard error. */
  async diagnostics(diagnostics: readonly Diagnostic[]): Promise<void> {
    const context = contextOf({
      style: this.#style(Deno.stderr),
      verbose: false,
      width: WIDTH,
      masker: this.#masker,
      source: this.#locator.source,
    });
    const located = await this.#locator.locate(diagnostics);
    const lines = located.flatMap((it) => diagnosticLines(it, context));
    writeError(lines.map((line) => `${line}\n`).join(""));
  }

  /** What takes the events of a run and prints them to standard output; on a terminal it shows what is under way. */
  async reporter(): Promise<(event: RunEvent) => void> {
    const terminal = Deno.stdout.isTerminal();
    const width = terminal ? Deno.consoleSize().columns : WIDTH;
    const report = consoleReporter({
      style: this.#style(Deno.stdout),
      verbose: this.#options.verbose,
      width,
      masker: this.#masker,
      source: this.#locator.source,
    });
    if (!terminal) return (event) => writeOutput(report(event));
    const { progressLine } = await import("../../report/progress.ts");
    const progress = progressLine({ width });
    return (event) => writeOutput(CLEAR_LINE + report(event) + progress(event));
  }

  #style(stream: { isTerminal(): boolean }): Style {
    const color = this.#options.color ?? (stream.isTerminal() && !Deno.noColor);
    return color ? ansiStyle : plainStyle;
  }
}
