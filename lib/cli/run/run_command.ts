import { hostAsker } from "../../host/terminal/ask_host.ts";
import { Interruption } from "../../host/terminal/interruption.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { createMasker, type Masker } from "../../report/mask.ts";
import { createPolicy } from "../../request/policy.ts";
import { declaredHosts } from "../../run/declared_hosts.ts";
import { run } from "../../run/run.ts";
import type { RunEvent } from "../../run/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { DiagnosticError } from "../../source/errors.ts";
import { exitCode, loadingCode } from "../exit_code.ts";
import { VERSION } from "../version.ts";
import { EnvironmentSaver } from "./environment_saver.ts";
import { type LoadedRun, loadRun } from "./load_run.ts";
import { Locator } from "./locator.ts";
import type { RunOptions } from "./options.ts";
import { OutcomeCollector } from "./outcome_collector.ts";
import { Output } from "./output.ts";
import { openReports } from "./report_files.ts";
import { runCookies } from "./run_cookies.ts";
import { createPorts } from "./run_ports.ts";
import { runSettings } from "./run_settings.ts";
import { variablePorts } from "./variable_ports.ts";

/**
 * `brace run`: loads what is selected, runs it, prints and writes the reports,
 * and gives the exit code. Nothing is sent when anything of the selection
 * cannot be loaded.
 */
export async function runCommand(options: RunOptions): Promise<number> {
  const locator = new Locator();
  const masker = createMasker();
  const output = new Output(options, locator, masker);
  try {
    const { value: loaded, diagnostics } = await loadRun(options);
    if (loaded === undefined) {
      await output.diagnostics(diagnostics);
      return loadingCode(diagnostics);
    }
    return await runLoaded({
      loaded,
      warnings: diagnostics,
      options,
      locator,
      masker,
      output,
    });
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    await output.diagnostics(error.diagnostics);
    return loadingCode(error.diagnostics);
  }
}

interface Command {
  readonly loaded: LoadedRun;
  readonly warnings: readonly Diagnostic[];
  readonly options: RunOptions;
  readonly locator: Locator;
  readonly masker: Masker;
  readonly output: Output;
}

/** @throws {DiagnosticError} Before the first request: what stands in the way of the run. */
async function runLoaded(command: Command): Promise<number> {
  const { loaded, options, masker, output } = command;
  const variables = variablePorts(
    loaded,
    options,
    (variable) => masker.addVariable(variable),
  );
  const settings = await runSettings(loaded, options);
  const hosts = declaredHosts(loaded.plan, { ...settings, ports: variables });
  if (options.printHosts) {
    writeOutput(hosts.map((host) => `${host}\n`).join(""));
    return 0;
  }
  const ask = hostAsker();
  const policy = createPolicy({
    declared: hosts,
    allow: options.allowNet,
    deny: options.denyNet,
    ...(ask && { ask }),
  });
  const reports = await openReports(options.reporters, masker);
  const cookies = runCookies(options, loaded.collection);
  const warnings = [...command.warnings, ...await cookies.load()];

  using interruption = new Interruption();
  const { root } = loaded.collection;
  const { signal } = interruption;
  using ports = createPorts({
    options,
    variables,
    policy,
    cookies,
    root,
    signal,
  });
  const saver = new EnvironmentSaver(
    options.saveEnv ? loaded.environment[0] : undefined,
  );
  const runPorts = {
    ...ports,
    environmentChanged: saver.take.bind(saver),
  };
  const collector = new OutcomeCollector();
  const print = await output.reporter();
  const tell = async (event: RunEvent) => {
    const located = await command.locator.locateEvent(event);
    collector.add(located);
    print(located);
    reports.add(located);
  };
  for await (
    const event of run(loaded.plan, { ...settings, ports: runPorts, signal })
  ) {
    await tell(event);
    if (event.type !== "run-start") continue;
    for (const diagnostic of warnings) {
      await tell({ type: "warning", diagnostic });
    }
  }
  const outcome = {
    ...collector.outcome(),
    allowEmpty: options.allowEmpty,
  };
  const meta = {
    clientVersion: VERSION,
    exitCode: exitCode({ ...outcome, unwritten: false }),
    ...(options.seed !== undefined && { seed: options.seed }),
  };
  const unwritten = await saveAll([
    () => reports.write(meta),
    () => cookies.save(),
    () => saver.save(),
  ]);
  await output.diagnostics(unwritten);
  return exitCode({ ...outcome, unwritten: unwritten.length > 0 });
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
