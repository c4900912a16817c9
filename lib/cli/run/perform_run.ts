import type { Interruption } from "../../host/terminal/interruption.ts";
import type { Masker } from "../../report/mask.ts";
import { createPolicy } from "../../request/policy.ts";
import type { RunSettings } from "../../run/options.ts";
import { run } from "../../run/run.ts";
import type { RunEvent } from "../../run/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { CollectionError, DiagnosticError } from "../../source/errors.ts";
import { exitCode } from "../exit_code.ts";
import { VERSION } from "../version.ts";
import { EnvironmentSaver } from "./environment_saver.ts";
import type { LoadedRun } from "./load_run.ts";
import type { Locator } from "./locator.ts";
import { openEngine } from "./open_engine.ts";
import type { RunOptions } from "./options.ts";
import { OutcomeCollector } from "./outcome_collector.ts";
import type { Output } from "./output.ts";
import type { ReportFiles } from "./report_files.ts";
import { runCookies } from "./run_cookies.ts";
import { createPorts } from "./run_ports.ts";
import type { VariablePorts } from "./variable_ports.ts";

/** A run that is ready to begin. */
export interface PreparedRun {
  readonly loaded: LoadedRun;
  readonly options: RunOptions;
  readonly settings: Omit<RunSettings, "ports">;
  readonly variables: VariablePorts;
  /** The declared hosts. */
  readonly hosts: readonly string[];
  /** What loading warned about. */
  readonly warnings: readonly Diagnostic[];
  readonly locator: Locator;
  readonly masker: Masker;
  readonly output: Output;
  readonly interruption: Interruption;
}

/**
 * Runs, tells everyone who listens, saves what is to be kept, and gives the
 * exit code.
 *
 * @throws {DiagnosticError} Before the first request: what stands in its way.
 */
export async function performRun(prepared: PreparedRun): Promise<number> {
  const { loaded, options, masker, output } = prepared;
  const ask = Deno.stdin.isTerminal()
    ? (await import("../../host/terminal/ask_host.ts"))
      .hostAsker(prepared.interruption.interrupt)
    : undefined;
  const policy = createPolicy({
    declared: prepared.hosts,
    allow: options.allowNet,
    deny: options.denyNet,
    ...(ask && { ask }),
  });
  await checkOutput(options.output);
  const reports = await openReports(options.reporters, masker);
  const cookies = runCookies(options, loaded.collection);
  const warnings = [...prepared.warnings, ...await cookies.load()];
  const saver = new EnvironmentSaver(
    options.saveEnv ? loaded.environment[0] : undefined,
  );
  const collector = new OutcomeCollector();
  const print = await output.reporter();
  await tellEvents(
    prepared,
    { policy, cookies, saver, warnings },
    async (event) => {
      collector.add(event);
      await print(event);
      reports.add(event);
    },
  );

  const { allowEmpty, seed } = options;
  const outcome = { ...collector.outcome(), allowEmpty };
  const meta = {
    clientVersion: VERSION,
    exitCode: exitCode({ ...outcome, unwritten: false }),
    ...(seed !== undefined && { seed }),
  };
  const unwritten = await saveAll([
    () => reports.write(meta),
    () => cookies.save(),
    () => saver.save(),
  ]);
  await output.diagnostics(unwritten);
  return exitCode({ ...outcome, unwritten: unwritten.length > 0 });
}

/** That an answer cannot be written is known before its request is sent. */
async function checkOutput(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const { checkWritable } = await import("../../host/files/check_writable.ts");
  const problem = await checkWritable(file);
  if (problem) throw new CollectionError([problem]);
}

/** Nothing of it is loaded without `--reporter`. */
async function openReports(
  options: RunOptions["reporters"],
  masker: Masker,
): Promise<ReportFiles> {
  if (options.length === 0) return { add() {}, async write() {} };
  const { openReports } = await import("./report_files.ts");
  return await openReports(options, masker);
}

/** Runs, and tells each event when its diagnostics are located. */
async function tellEvents(
  { loaded, options, settings, variables, locator, interruption }: PreparedRun,
  parts: {
    readonly policy: ReturnType<typeof createPolicy>;
    readonly cookies: ReturnType<typeof runCookies>;
    readonly saver: EnvironmentSaver;
    readonly warnings: readonly Diagnostic[];
  },
  tell: (event: RunEvent) => Promise<void>,
): Promise<void> {
  const { policy, cookies, saver, warnings } = parts;
  const { signal } = interruption;
  using host = createPorts({
    loaded,
    options,
    variables,
    policy,
    cookies,
    engine: await openEngine(loaded, options, variables),
    signal,
  });
  const ports = { ...host, environmentChanged: saver.take.bind(saver) };
  for await (const event of run(loaded.plan, { ...settings, ports, signal })) {
    await tell(await locator.locateEvent(event));
    if (event.type !== "run-start") continue;
    for (const diagnostic of warnings) {
      await tell(await locator.locateEvent({ type: "warning", diagnostic }));
    }
  }
}

/** Saves one thing after the other, whatever becomes of those before. */
async function saveAll(
  savers: readonly (() => Promise<void>)[],
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const save of savers) {
    try {
      await save();
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      diagnostics.push(...error.diagnostics);
    }
  }
  return diagnostics;
}
