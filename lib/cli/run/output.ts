import { type Alarm, alarm } from "../../host/sleep.ts";
import { useStdout } from "../../host/reports/reporter_option.ts";
import { Locator } from "../../host/locate/locator.ts";
import { personTime } from "../../host/person_time.ts";
import { permittedEnv } from "../../host/permitted_env.ts";
import {
  isGithub,
  writeErrorLog,
  writeLog,
} from "../../host/terminal/write_output.ts";
import {
  type ConsoleOptions,
  contextOf,
} from "../../tools/report/console/context.ts";
import type * as Details from "../../tools/report/console/detail_lines.ts";
import type { Most } from "../../tools/report/console/problems/grouped.ts";
import type { WatchedConsole } from "../../host/watchdog/types.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { styleFor } from "../style_for.ts";
import type { RunCommandOptions } from "./options.ts";
import { widthOf } from "../../host/terminal/width.ts";
import { stepCount } from "../../core/plan/iterations.ts";
import { consoleKind, dot } from "../../tools/report/console/dots.ts";
import {
  eventLines,
  needsDetails,
} from "../../tools/report/console/event_lines.ts";
import type { ConsoleKind } from "../../tools/report/kinds.ts";
import { followRun, type Progress } from "../../tools/report/progress.ts";
import type { RunEvent } from "../../core/run/types.ts";
import type { RunEnd } from "../../host/run/perform_run.ts";

type OutputOptions =
  & Pick<RunCommandOptions, "color" | "verbose" | "output" | "reporters">
  & Partial<Pick<RunCommandOptions, "console" | "quiet">>;

/** Prints diagnostics of what is no run. */
export function plainOutput(): Output {
  const options = { verbose: "none" as const, reporters: [] };
  return new Output(options, new Locator(), createMasker());
}

/** What `brace run` prints. */
export class Output {
  /** Whether a run has begun, whose reports tell of it. */
  hasBegun = false;
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
      width: widthOf(Deno.stderr),
      masker: this.#masker,
      source: this.#locator.source,
    }));
    const located = await this.#locator.locate(diagnostics);
    const lines = this.#problems.add(located, options.most);
    writeErrorLog(
      this.#commands.around(lines.map((line) => `${line}\n`).join("")),
    );
  }

  /** Prints why a command does nothing more, for GitHub Actions as annotations, too. */
  async refusal(diagnostics: readonly Diagnostic[]): Promise<void> {
    await this.diagnostics(diagnostics);
    await this.annotations(diagnostics);
  }

  /** What is wrong as annotations, where GitHub Actions reads them. */
  async annotations(diagnostics: readonly Diagnostic[]): Promise<void> {
    if (!isGithub()) return;
    const { toGithub } = await import("../../tools/check/sarif.ts");
    const { inRepository } = await import(
      "../../host/reports/in_repository.ts"
    );
    const located = await this.#locator.locate(diagnostics);
    const masked = located.map((it) => this.#masker.maskDiagnostic(it));
    this.print(toGithub(masked, inRepository));
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
      wraps: terminal,
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

/** Back to the line's start, and away with what stands there. */
const CLEAR_LINE = "\r\x1b[K";
/** Milliseconds between two lines that tell a log how far a run is. */
const STATUS_EVERY = 10_000;

/** How the events of a run are printed. */
interface PrinterOptions extends ConsoleOptions {
  /** Prints nothing. */
  readonly quiet: boolean;
  readonly terminal: boolean;
  /** Nobody watches: printed lines stay. */
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
  #status: Alarm | undefined;

  constructor(options: PrinterOptions) {
    this.#options = options;
    const start = performance.now();
    this.#progress = followRun({
      width: options.width,
      // While somebody is asked, nothing can go on.
      elapsed: () => performance.now() - start - personTime.total,
    });
  }

  /** Prints an event; the last one ends what is printed. */
  print(event: RunEvent): void | Promise<void> {
    if (this.#options.quiet) return;
    if (event.type === "run-start") this.#start(event);
    this.#progress.add(event);
    if (this.#details || !needsDetails(event, this.#options)) {
      return this.#print(event);
    }
    return this.#options.details().then((details) => {
      this.#details ??= details;
      this.#print(event);
    });
  }

  #print(event: RunEvent): void {
    const { log, commands, write } = this.#options;
    // A line of dots tells how far the run is.
    const live = !log && this.#kind !== "dots";
    const lines = this.#linesOf(event).map((line) => `${line}\n`).join("");
    const isEnd = event.type === "run-end";
    const text = commands.stop() + this.#dotOf(event) +
      this.#apart(isEnd && this.#dots > 0 ? `\n${lines}` : lines);
    if (isEnd) {
      this.#status?.stop();
      write((live ? CLEAR_LINE : "") + text + commands.resume());
    } else if (live) write(CLEAR_LINE + text + this.#progress.line());
    else if (text !== "") write(text);
  }

  /** Says something besides what the run tells. */
  say(line: string): void {
    const { quiet, log, write } = this.#options;
    if (quiet) return;
    write(log ? `${line}\n` : `${CLEAR_LINE}${line}\n${this.#progress.line()}`);
  }

  [Symbol.dispose](): void {
    this.#status?.stop();
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
    this.#tellAfter(statusEvery);
  }

  /** Tells a log again and again that the run goes on. */
  #tellAfter(time: number): void {
    this.#status = alarm(time, () => {
      this.#tell();
      this.#tellAfter(time);
    });
  }

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

/**
 * GitHub Actions takes lines of the log for commands, such as `::add-mask::`:
 * what collections, servers and scripts write must not be able to give any. As
 * long as they are stopped, only the end with a token that nobody can guess is
 * one.
 */
export class Commands {
  readonly #token: string | undefined;
  #stopped = false;

  /** @param here Whether anybody reads commands at all. */
  constructor(here: boolean) {
    this.#token = here ? crypto.randomUUID() : undefined;
  }

  /** The text to print before foreign output; empty if it is already printed. */
  stop(): string {
    if (this.#token === undefined || this.#stopped) return "";
    this.#stopped = true;
    return `::stop-commands::${this.#token}\n`;
  }

  /** The text to print after it. */
  resume(): string {
    if (!this.#stopped) return "";
    this.#stopped = false;
    return `::${this.#token}::\n`;
  }

  /** Text of others in which nothing is a command. */
  around(text: string): string {
    return this.#stopped ? text : this.stop() + text + this.resume();
  }
}

/** Tells each event; gives what came of the run. */
export async function tellEvents(
  events: AsyncGenerator<RunEvent, RunEnd>,
  tell: (event: RunEvent) => void | Promise<void>,
): Promise<RunEnd> {
  // Disposing ends the run in order where telling fails, such as for a full disk.
  await using _ = events;
  while (true) {
    const { done, value } = await events.next();
    if (done) return value;
    const telling = tell(value);
    if (telling) await telling;
  }
}
