import { ignoredEnvironment } from "../http/ignored_environment.ts";
import { createPolicy, type PolicyOptions } from "../../core/policy/policy.ts";
import { exitCode, type Outcome } from "../../core/run/exit_code.ts";
import { run } from "../../core/run/run.ts";
import type { RunEvent } from "../../core/run/types.ts";
import { CLIENT_VERSION } from "../../core/scope/value/client_version.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { countBetween } from "../../core/plan/iterations.ts";
import type { Locator } from "../locate/locator.ts";
import { EnvironmentSaver } from "./ports/environment_saver.ts";
import { openEngine } from "./open_engine.ts";
import { OutcomeCollector } from "./outcome_collector.ts";
import type { PreparedRun } from "./prepare_run.ts";
import type { OpenReports } from "../reports/open_reports.ts";
import { runCookies } from "./ports/run_cookies.ts";
import type { SharedSandboxes } from "../sandbox/instance_pool.ts";
import { createPorts } from "./ports/run_ports.ts";
import type { Watchdog } from "../watchdog/types.ts";
import { saveAll } from "./save_all.ts";
import { writeLog } from "../terminal/write_output.ts";

/** What is around a run. */
export interface RunSurroundings {
  readonly locator: Locator;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Asks a person about hosts that are not declared; absent: they are refused. */
  readonly ask?: PolicyOptions["ask"];
  /** The file for the last response. */
  readonly output?: string;
  /** Prints where the console report stands; default: on standard output. */
  readonly print?: (text: string) => void;
  /** Watches scripts that Deno itself runs. */
  readonly watchdog?: Watchdog;
  /** Sandboxes of earlier runs; absent: the run starts its own. */
  readonly sandboxes?: SharedSandboxes;
}

/** What came of a run. */
export interface RunEnd {
  readonly outcome: Omit<Outcome, "unwritten">;
  /** What could not be saved, and why. */
  readonly unwritten: readonly Diagnostic[];
}

/**
 * Runs, gives each event when its diagnostics are located, and saves what is to
 * be kept.
 *
 * @throws {DiagnosticError} Before the first request: what stands in its way.
 */
export async function* performRun(
  prepared: PreparedRun,
  around: RunSurroundings,
): AsyncGenerator<RunEvent, RunEnd> {
  const { loaded, options } = prepared;
  const { locator } = around;
  const policy = createPolicy({
    declared: prepared.hosts,
    allow: options.allowNet,
    deny: options.denyNet,
    ...(around.ask && { ask: around.ask }),
  });
  using reports = await openReports(prepared, around);
  const cookies = runCookies(options, loaded.collection);
  const warnings = [
    ...prepared.warnings,
    ...ignoredEnvironment(),
    ...await cookies.load(),
  ];
  const saver = environmentSaver(prepared);
  const collector = new OutcomeCollector();
  const events = runEvents(prepared, around, {
    policy,
    cookies,
    saver,
    warnings,
  });
  for await (const event of events) {
    collector.add(event);
    const located = await locator.locateEvent(event);
    around.watchdog?.event(event);
    yield located;
    await reports.add(located);
  }

  // A shard may have nothing to do.
  const allowEmpty = options.allowEmpty || options.shard !== undefined &&
      countBetween(loaded.plan) === 0;
  const outcome = { ...collector.outcome(options), allowEmpty };
  const meta = {
    ...metaOf(prepared),
    exitCode: exitCode({ ...outcome, unwritten: false }),
  };
  const unwritten = await saveAll([
    () => reports.write(meta),
    () => cookies.save(),
    async () => await saver?.save(),
  ]);
  return { outcome, unwritten };
}

/** Nothing of it is loaded without `--reporter`. */
async function openReports(
  prepared: PreparedRun,
  { locator, output, print = writeLog, watchdog }: RunSurroundings,
): Promise<OpenReports> {
  const { options: { reporters }, masker } = prepared;
  if (reporters.length === 0) {
    return { async add() {}, async write() {}, [Symbol.dispose]() {} };
  }
  const { openReports } = await import("../reports/open_reports.ts");
  return await openReports(reporters, {
    masker,
    locator,
    meta: metaOf(prepared),
    print,
    ...(output !== undefined && { output }),
    ...(watchdog && { watchdog }),
  });
}

function environmentSaver(
  { loaded: { selected }, options: { saveEnv }, variables }: PreparedRun,
): EnvironmentSaver | undefined {
  if (!saveEnv || selected === undefined) return undefined;
  return new EnvironmentSaver(selected, variables.holdsGiven);
}

/** What reports tell besides the run, as far as it is known before. */
function metaOf({ options: { seed } }: PreparedRun) {
  return {
    clientVersion: CLIENT_VERSION,
    ...(seed !== undefined && { seed }),
  };
}

/** The events of the run itself, and after the first one the warnings about what it runs. */
async function* runEvents(
  { loaded, options, settings, variables }: PreparedRun,
  { signal, output, watchdog, sandboxes }: RunSurroundings,
  { policy, cookies, saver, warnings }: {
    readonly policy: ReturnType<typeof createPolicy>;
    readonly cookies: ReturnType<typeof runCookies>;
    readonly saver: EnvironmentSaver | undefined;
    readonly warnings: readonly Diagnostic[];
  },
): AsyncGenerator<RunEvent> {
  using host = createPorts({
    loaded,
    options,
    variables,
    policy,
    cookies,
    engine: await openEngine(loaded, options, variables),
    signal,
    ...(watchdog && { watchdog }),
    ...(sandboxes && { sandboxes }),
  });
  const ports = {
    ...host,
    ...(saver && { environmentChanged: saver.take.bind(saver) }),
  };
  const all = {
    ...settings,
    ports,
    signal,
    ...(output !== undefined && { output }),
  };
  for await (const event of run(loaded.plan, all)) {
    if (event.type === "run-end") yield* told(variables.warnings());
    yield event;
    if (event.type === "run-start") yield* told(warnings);
    if (event.type === "run-start" || event.type === "request-end") {
      yield* told(variables.warnings());
    }
  }
}

function* told(warnings: readonly Diagnostic[]): Generator<RunEvent> {
  for (const diagnostic of warnings) yield { type: "warning", diagnostic };
}
