import { counted } from "../../core/source/counted.ts";
import { forCommand } from "../for_command.ts";
import { hostAsker } from "../../host/terminal/discard_input.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { selectedAt } from "../../core/collection/environment.ts";
import { DiagnosticError, UsageError } from "../../core/source/errors.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import { Interruption } from "../../host/terminal/interruption.ts";
import { exitCode, loadingCode } from "../../core/run/exit_code.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { Kept } from "../../host/run/kept.ts";
import { loadRun } from "../../host/run/load_run.ts";
import type { LoadedCollection } from "../../host/files/load/load_found.ts";
import { Locator } from "../../host/locate/locator.ts";
import { misnamedValues } from "../../host/check/misnamed_values.ts";
import { performRun, type RunEnd } from "../../host/run/perform_run.ts";
import { type PreparedRun, prepareRun } from "../../host/run/prepare_run.ts";
import { stepsOf } from "../../core/plan/iterations.ts";
import { saveAll } from "../../host/run/save_all.ts";
import { terminalPort } from "../../host/run/ports/variable_ports.ts";
import type { StartedWatchdog } from "../../host/watchdog/start_watchdog.ts";
import { tagsAt } from "./configured_tags.ts";
import type { RunCommandOptions } from "./options.ts";
import { Output, tellEvents } from "./output.ts";
import type { ResponseOutput } from "./response_output.ts";
import type { Plan, Step } from "../../core/plan/types.ts";
import { listLines } from "../../tools/report/console/problems/grouped.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { wrapText } from "../../core/source/display_width.ts";
import { shellWord } from "../../host/terminal/shell_word.ts";
import { proseWidth } from "../../host/terminal/width.ts";
import { configured, originsOf } from "../config/configured.ts";
import { strayConfig } from "../config/stray_config.ts";
import type { FlagValues } from "../flags/flag_values.ts";
import { placedWords } from "../../core/source/way_out.ts";
import { FLAG_WORDS } from "../../tools/report/text/flag_words.ts";
import { withAnnotations } from "./with_annotations.ts";
import { toRunCommandOptions } from "../flags/to_run_options.ts";

/**
 * `brace run`: loads what is selected, runs it, prints and writes the reports,
 * and gives the exit code. Nothing is sent when anything of the selection
 * cannot be loaded.
 *
 * @param example A collection that is loaded already, in place of what the paths select.
 */
export async function runCommand(
  given: RunCommandOptions,
  example?: LoadedCollection,
): Promise<number> {
  const reporters = withAnnotations(given.reporters);
  const options = { ...given, reporters };
  if (!options.watch) return await runOnce(options, { loaded: example });
  const { watchRuns } = await import("./watch_runs.ts");
  const kept = new Kept();
  const { print } = new Output(options, new Locator(), createMasker());
  return await watchRuns(options, {
    run: () => runOnce(options, { kept }),
    print,
  });
}

async function runOnce(
  options: RunCommandOptions,
  { kept, loaded: example }: {
    /** What earlier runs left. */
    readonly kept?: Kept;
    readonly loaded?: LoadedCollection | undefined;
  },
): Promise<number> {
  const masker = createMasker();
  const { origins = new Map() } = options;
  const locator = new Locator(example?.texts, origins);
  const output = new Output(options, locator, masker);
  const refuse = async (diagnostics: readonly Diagnostic[]) => {
    await output.refusal(forCommand("run", diagnostics));
    const { reportRefused } = await import("./refused_line.ts");
    const { givenFiles } = await import("../../host/reports/source_file.ts");
    const read = givenFiles(options);
    await reportRefused(
      { ...options, read },
      diagnostics,
      { masker, locator, output },
    );
    return loadingCode(diagnostics);
  };
  try {
    if (options.trustScripts && Deno.build.standalone) {
      refuseTrust(Deno.args);
    }
    const { value: loaded, diagnostics } = await loadRun(options, {
      stages: true,
      ...(kept && { kept }),
      ...(example && { loaded: example }),
    });
    if (loaded === undefined) {
      return await refuse(
        tagsAt(origins, selectedAt(origins.get("env"), diagnostics)),
      );
    }
    // The example is no collection of the disk.
    if (!example) {
      diagnostics.push(...strayConfig(loaded.collection));
      diagnostics.push(...await misnamedValues(loaded, options));
    }
    if (diagnostics.some(({ severity }) => severity === "error")) {
      return await refuse(diagnostics);
    }
    using interruption = new Interruption();
    const prepared = await prepareRun(loaded, options, {
      masker,
      terminal: await terminalPort(
        interruption.interrupt,
        placedWords(FLAG_WORDS, origins),
      ),
      warnings: diagnostics,
    });
    if (options.printHosts) {
      await output.diagnostics(diagnostics);
      printHosts({ plan: loaded.plan, ...prepared.declared });
      return 0;
    }
    return await printRun(prepared, options, {
      locator,
      output,
      interruption,
      ...(kept && { kept }),
    });
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return await refuse(error.diagnostics);
  }
}

/** Runs and prints what happens; gives the exit code. */
async function printRun(
  prepared: PreparedRun,
  options: RunCommandOptions,
  { locator, output, interruption, kept }: {
    readonly locator: Locator;
    readonly output: Output;
    readonly interruption: Interruption;
    readonly kept?: Kept;
  },
): Promise<number> {
  const ask = Deno.stdin.isTerminal()
    ? hostAsker(interruption.interrupt)
    : undefined;
  using response = await responseOutput(prepared, options);
  using printer = output.printer();
  using watchdog = await watchdogFor(options, { interruption, output });
  if (stepsOf(prepared.loaded.plan, "teardown").length > 0) {
    interruption.signal.addEventListener("abort", () =>
      printer.say(
        "Interrupted: teardown still runs (once more leaves at once)",
      ));
  }
  const events = performRun(prepared, {
    locator,
    signal: interruption.signal,
    print: output.print,
    tell: (line) => printer.say(line),
    ...(ask && { ask }),
    ...(response.path !== undefined && { output: response.path }),
    ...(watchdog && { watchdog }),
    ...(kept && { kept }),
    tlsFacts: options.verbose !== "none" || options.reporters.length > 0,
  });
  const telling = tellEvents(events, (event) => {
    output.hasBegun = true;
    response.add(event);
    return printer.print(event);
  });
  const { outcome, unwritten } = await ended(telling, watchdog);
  const problems = [
    ...await saveAll([() => response.print()]),
    ...unwritten,
  ];
  await output.diagnostics(problems);
  const unsaved = problems.some(({ severity }) => severity === "error");
  return exitCode({ ...outcome, unwritten: unsaved });
}

/** What came of a run; where a script broke what Brace runs on, its watchdog ends it. */
async function ended(
  telling: Promise<RunEnd>,
  watchdog: StartedWatchdog | undefined,
): Promise<RunEnd> {
  try {
    return await telling;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) watchdog?.failed(error);
    throw error;
  }
}

/** Loads the watchdog only with `--trust-scripts`: the sandbox stops its scripts itself. */
async function watchdogFor(
  { trustScripts, scriptTimeout: limit, origins }: RunCommandOptions,
  { interruption, output }: {
    readonly interruption: Interruption;
    readonly output: Output;
  },
): Promise<StartedWatchdog | undefined> {
  if (!trustScripts) return undefined;
  const { startWatchdog } = await import(
    "../../host/watchdog/start_watchdog.ts"
  );
  const console = output.watched;
  return await startWatchdog({
    limit,
    interruption,
    console,
    ...(origins && { origins }),
  });
}

/** Loads the output of responses only with `--output`. */
async function responseOutput(
  { loaded: { plan, collection: { root } }, masker }: PreparedRun,
  { output, color, quiet }: RunCommandOptions,
): Promise<ResponseOutput> {
  if (output === undefined) {
    return { add() {}, async print() {}, [Symbol.dispose]() {} };
  }
  const { openResponseOutput } = await import("./response_output.ts");
  return await openResponseOutput(output, plan, {
    masker,
    color,
    quiet,
    root,
  });
}

/**
 * Refuses `--trust-scripts` in the binary, which cannot give scripts what they
 * want to be trusted with: Deno's permissions were fixed when it was compiled.
 *
 * @param args The command line, for the command to run instead.
 * @throws {UsageError}
 */
export function refuseTrust(args: readonly string[]): never {
  const line = args.map((word) => shellWord(word)).join(" ");
  throw new UsageError([{
    code: "USAGE",
    severity: "error",
    message:
      `Cannot use "--trust-scripts": the binary runs scripts in the sandbox only (run Brace with Deno)`,
    suggestion: `deno run -A jsr:@brace/brace/cli ${line}`,
  }]);
}

/** What is known of the hosts of a plan before it runs. */
interface KnownHosts {
  readonly plan: Plan;
  readonly hosts: readonly string[];
  readonly proxy: string | undefined;
  /** Requests whose hosts are not known. */
  readonly unknown: readonly Step[];
}

/**
 * Prints the hosts to standard output, a line each; to standard error what is
 * not in that list, or why there is none.
 */
function printHosts({ plan, hosts, proxy, unknown }: KnownHosts): void {
  const lines = [...hosts, ...proxy === undefined ? [] : [`${proxy} (proxy)`]];
  writeOutput(lines.map((line) => `${line}\n`).join(""));
  const notes = [
    ...lines.length === 0 ? ["No host is declared."] : [],
    ...plan.steps.some(({ item }) => item.kind === "request")
      ? []
      : ["The selection has no request that Brace sends."],
    ...unknown.length === 0 ? [] : [
      ...listLines(
        `Only the run shows the hosts of ${counted(unknown.length, "request")}`,
        unknown.slice(0, 100).map(({ item }) => escapeControls(item.path)),
        proseWidth(Deno.stderr),
      ),
      ...wrapText(
        "Their URLs hold variables without a value: give one with --env, --env-var or --var. Hosts from scripts, data rows and prompts are never declared: allow them with --allow-net=HOST.",
        { width: proseWidth(Deno.stderr) },
      ),
    ],
  ];
  writeError(notes.map((line) => `${line}\n`).join(""));
}

/** `brace run` with the defaults that the collection's `brace.yaml` has for it. */
export async function configuredRun(typed: FlagValues): Promise<number> {
  let flags = typed;
  let options: RunCommandOptions;
  try {
    flags = await configured(typed);
    options = toRunCommandOptions(flags);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const { refuseFlags } = await import("./refused_line.ts");
    return await refuseFlags(flags, error.diagnostics);
  }
  if (flags.has("show-config")) {
    const { showConfig } = await import("../config/show_config.ts");
    return await showConfig(flags);
  }
  return await runCommand({ ...options, origins: originsOf(flags) });
}
