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

  /** What takes the events of a run, prints them to standard output. */
  reporter(): (event: RunEvent) => void {
    const report = consoleReporter({
      style: this.#style(Deno.stdout),
      verbose: this.#options.verbose,
      width: Deno.stdout.isTerminal() ? Deno.consoleSize().columns : WIDTH,
      masker: this.#masker,
      source: this.#locator.source,
    });
    return (event) => writeOutput(report(event));
  }

  #style(stream: { isTerminal(): boolean }): Style {
    const color = this.#options.color ?? (stream.isTerminal() && !Deno.noColor);
    return color ? ansiStyle : plainStyle;
  }
}
