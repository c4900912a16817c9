import { stepCount } from "../../core/plan/iterations.ts";
import { consoleKind } from "../../tools/report/console/console_kind.ts";
import type { ConsoleOptions } from "../../tools/report/console/context.ts";
import type * as Details from "../../tools/report/console/detail_lines.ts";
import { dot } from "../../tools/report/console/dots.ts";
import {
  eventLines,
  needsDetails,
} from "../../tools/report/console/event_lines.ts";
import type { ConsoleKind } from "../../tools/report/kinds.ts";
import { followRun, type Progress } from "../../tools/report/progress.ts";
import type { RunEvent } from "../../core/run/types.ts";
import type { Commands } from "./commands.ts";

/** Back to the line's start, and away with what stands there. */
const CLEAR_LINE = "\r\x1b[K";
/** Milliseconds between two lines that tell a log how far a run is. */
const STATUS_EVERY = 10_000;

/** How the events of a run are printed. */
export interface PrinterOptions extends ConsoleOptions {
  /** Nothing is printed at all. */
  readonly quiet: boolean;
  readonly terminal: boolean;
  /** Nobody looks on: what is printed stays. */
  readonly log: boolean;
  readonly commands: Commands;
  readonly write: (text: string) => void;
  /** Loads what writes more than a line. */
  readonly details: () => Promise<typeof Details>;
  /** Milliseconds between two lines that tell a log how far a run is; default: 10 s. */
  readonly statusEvery?: number;
}

/** Prints the events of a run. */
export class RunPrinter implements Disposable {
  readonly #options: PrinterOptions;
  readonly #progress: Progress;
  #kind: ConsoleKind = "pretty";
  #linesOf: (event: RunEvent) => string[] = () => [];
  #details: typeof Details | undefined;
  /** Characters in the line of dots. */
  #dots = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: PrinterOptions) {
    this.#options = options;
    const start = performance.now();
    this.#progress = followRun({
      width: options.width,
      elapsed: () => performance.now() - start,
    });
  }

  /** Prints an event; the last one ends what is printed. */
  async print(event: RunEvent): Promise<void> {
    const { quiet, log, commands, write } = this.#options;
    if (quiet) return;
    if (event.type === "run-start") this.#start(event);
    this.#progress.add(event);
    if (needsDetails(event, this.#options)) {
      this.#details ??= await this.#options.details();
    }
    // A line of dots tells how far the run is.
    const live = !log && this.#kind !== "dots";
    const lines = this.#linesOf(event).map((line) => `${line}\n`).join("");
    const text = commands.stop() + this.#dotOf(event) + this.#apart(lines);
    if (event.type === "run-end") {
      clearInterval(this.#timer);
      write((live ? CLEAR_LINE : "") + text + commands.resume());
    } else write(live ? CLEAR_LINE + text + this.#progress.line() : text);
  }

  /** Says something besides what the run tells. */
  say(line: string): void {
    const { quiet, log, write } = this.#options;
    if (quiet) return;
    write(log ? `${line}\n` : `${CLEAR_LINE}${line}\n${this.#progress.line()}`);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    if (!this.#options.quiet) {
      this.#options.write(this.#options.commands.resume());
    }
  }

  #start({ plan }: Extract<RunEvent, { type: "run-start" }>): void {
    const { kind, terminal, log, statusEvery = STATUS_EVERY } = this.#options;
    this.#kind = kind ?? consoleKind(stepCount(plan), { terminal });
    const options = { ...this.#options, kind: this.#kind };
    this.#linesOf = eventLines(options, () => this.#details!);
    if (!log || this.#kind === "dots") return;
    const timer = setInterval(() => this.#tell(), statusEvery);
    Deno.unrefTimer(timer);
    this.#timer = timer;
  }

  /** Tells a log that the run goes on. */
  #tell(): void {
    const status = this.#progress.status();
    if (status !== "") this.#options.write(`${status}\n`);
  }

  #dotOf(event: RunEvent): string {
    if (this.#kind !== "dots" || event.type !== "request-end") return "";
    const { style, width } = this.#options;
    const wraps = this.#dots > 0 && this.#dots % (width - 1) === 0;
    this.#dots = wraps ? 1 : this.#dots + 1;
    return (wraps ? "\n" : "") + dot(event.result, style);
  }

  /** Lines begin below the dots. */
  #apart(lines: string): string {
    if (lines === "" || this.#dots === 0) return lines;
    this.#dots = 0;
    return `\n${lines}`;
  }
}
