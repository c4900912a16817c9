import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import { contextOf } from "../../report/console/context.ts";
import type * as Details from "../../report/console/detail_lines.ts";
import { eventLines, needsDetails } from "../../report/console/event_lines.ts";
import type { Masker } from "../../report/mask.ts";
import type { RunEvent } from "../../run/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { styleFor } from "../style_for.ts";
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
  #details: typeof Details | undefined;

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
    if (diagnostics.length === 0) return;
    const { diagnosticLines } = await this.#load();
    const context = contextOf({
      style: styleFor(Deno.stderr, this.#options.color),
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
  async reporter(): Promise<(event: RunEvent) => Promise<void>> {
    const terminal = Deno.stdout.isTerminal();
    // A terminal that does not know its size has no columns.
    const width = terminal && Deno.consoleSize().columns || WIDTH;
    const options = {
      style: styleFor(Deno.stdout, this.#options.color),
      verbose: this.#options.verbose,
      width,
      masker: this.#masker,
      source: this.#locator.source,
    };
    const linesOf = eventLines(options, () => this.#details!);
    const progress = terminal ? await progressOf(width) : () => "";
    return async (event) => {
      if (needsDetails(event, options)) await this.#load();
      const lines = linesOf(event).map((line) => `${line}\n`).join("");
      writeOutput(
        terminal ? CLEAR_LINE + lines + progress(event) : lines,
      );
    };
  }

  /** What writes more than a line is loaded when there is more to say. */
  async #load(): Promise<typeof Details> {
    return this.#details ??= await import(
      "../../report/console/detail_lines.ts"
    );
  }
}

async function progressOf(width: number): Promise<(event: RunEvent) => string> {
  const { progressLine } = await import("../../report/progress.ts");
  return progressLine({ width });
}
