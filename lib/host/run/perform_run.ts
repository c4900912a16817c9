import { waitForServers } from "./wait_for_servers.ts";
import { createPolicy, type PolicyOptions } from "../../core/policy/policy.ts";
import { exitCode, type RunVerdict } from "../../core/run/exit_code.ts";
import { run } from "../../core/run/run.ts";
import type { RunSettings } from "../../core/run/options.ts";
import type { RunPorts } from "../../core/run/ports.ts";
import type {
  FailureClass,
  RequestResult,
  RunEvent,
  RunSummary,
} from "../../core/run/types.ts";
import { CLIENT_VERSION } from "../../core/scope/value/client_version.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { countBetween } from "../../core/plan/iterations.ts";
import type { Locator } from "../locate/locator.ts";
import { openEngine } from "./open_engine.ts";
import type { PreparedRun } from "./prepare_run.ts";
import type { OpenReports } from "../reports/open_reports.ts";
import { runCookies } from "./ports/run_ports.ts";
import type { Kept } from "./kept.ts";
import type { RunCookieJar } from "../http/cookie_jar.ts";
import type { RunRules } from "./run_rules.ts";
import { createPorts } from "./ports/run_ports.ts";
import type { Watchdog } from "../watchdog/types.ts";
import { EnvironmentSaver, saveAll } from "./save_all.ts";
import { writeLog } from "../terminal/write_output.ts";
import { permittedEnv } from "../permitted_env.ts";
import { groupOf } from "../../core/plan/iterations.ts";
import type { Plan } from "../../core/plan/types.ts";
import { wayOut } from "../../core/source/way_out.ts";

/** The surroundings of a run. */
export interface RunSurroundings {
  readonly locator: Locator;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Asks a person about hosts that are not declared; absent: they are refused. */
  readonly ask?: PolicyOptions["ask"];
  /** The file for the last response. */
  readonly output?: string;
  /** Told what scripts made of variables; absent: it ends with the run. */
  readonly variablesLeft?: RunPorts["variablesLeft"];
  /** The cookies that it begins with, and adds its own to; absent: it begins without any, and they end with it. */
  readonly cookies?: RunCookieJar;
  /** What happens over the streams of requests: for who looks on and takes part. */
  readonly stream?: Pick<RunSettings, "onMessage" | "input" | "describe">;
  /** Says what happens before the first request; absent: nobody reads it. */
  readonly tell?: (line: string) => void;
  /** Prints where the console report stands; default: on standard output. */
  readonly print?: (text: string) => void;
  /** Watches scripts that Deno itself runs. */
  readonly watchdog?: Watchdog;
  /** What earlier runs left; absent: the run starts its own sandbox and connections. */
  readonly kept?: Kept;
  /** Whether anybody looks at the version and the cipher of TLS. Default true. */
  readonly tlsFacts?: boolean;
  /** What the run keeps to; absent: what its files say. */
  readonly rules?: RunRules;
}

/** What came of a run. */
export interface RunEnd {
  readonly outcome: Omit<RunVerdict, "unwritten">;
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
    declared: around.rules?.hosts ?? prepared.hosts,
    ...(around.rules && { since: around.rules.program }),
    allow: options.allowNet,
    deny: options.denyNet,
    home: loaded.collection,
    ...(around.ask && { ask: around.ask }),
  });
  await refuseWritten(prepared, around);
  using reports = await openReports(prepared, around);
  const hasReports = options.reporters.length > 0;
  const cookies = runCookies(options, loaded.collection, around.cookies);
  const warnings = [
    ...prepared.warnings,
    ...ignoredEnvironment(),
    ...await cookies.load(),
  ];
  const saver = environmentSaver(prepared);
  const collector = new OutcomeCollector();
  {
    using work = await startWork(prepared, around, {
      policy,
      cookies,
      saver,
      ...reports.messageStore && { messageStore: reports.messageStore },
    });
    for await (const event of work.events) {
      for (const told of withWarnings(event, warnings, prepared)) {
        collector.add(told);
        const one = told.type === "run-end"
          ? { ...told, summary: collector.judged(told.summary, options) }
          : told;
        // Most events need no waiting.
        const locating = locator.locateEvent(one);
        const located = locating instanceof Promise ? await locating : locating;
        around.watchdog?.event(one);
        yield located;
        if (hasReports) await reports.add(located);
      }
    }
  }

  // A shard may have nothing to do.
  const allowEmpty = options.allowEmpty || options.shard !== undefined &&
      countBetween(loaded.plan) === 0;
  const outcome = { ...collector.outcome(), allowEmpty };
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

/** Looks at what the run reads only where it writes files. */
async function refuseWritten(
  { loaded, options }: PreparedRun,
  { output }: RunSurroundings,
): Promise<void> {
  const targets = [
    ...output === undefined
      ? []
      : [{ what: "the response" as const, file: output }],
    ...options.reporters.flatMap(({ file }) =>
      file === undefined || file === "-"
        ? []
        : [{ what: "a report" as const, file }]
    ),
  ];
  if (targets.length === 0) return;
  const { refuseSources } = await import("../reports/refuse_sources.ts");
  await refuseSources(targets, loaded, options);
}

/** Loads the reports only with `--reporter`. */
async function openReports(
  prepared: PreparedRun,
  { locator, output, print = writeLog, watchdog }: RunSurroundings,
): Promise<OpenReports> {
  const { loaded, options: { reporters }, masker } = prepared;
  if (reporters.length === 0) {
    return { async add() {}, async write() {}, [Symbol.dispose]() {} };
  }
  const { openReports } = await import("../reports/open_reports.ts");
  return await openReports(reporters, {
    masker,
    locator,
    meta: metaOf(prepared),
    root: loaded.collection.root,
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

/** The data of reports that is known before the run. */
function metaOf({ options: { seed } }: PreparedRun) {
  return {
    clientVersion: CLIENT_VERSION,
    ...(seed !== undefined && { seed }),
  };
}

/** A run that has started, and how to let go of what it was started with. */
interface Work extends Disposable {
  readonly events: AsyncGenerator<RunEvent>;
}

async function startWork(
  prepared: PreparedRun,
  around: RunSurroundings,
  { policy, cookies, saver, messageStore }: {
    readonly policy: ReturnType<typeof createPolicy>;
    readonly cookies: ReturnType<typeof runCookies>;
    readonly saver: EnvironmentSaver | undefined;
    readonly messageStore?: OpenReports["messageStore"];
  },
): Promise<Work> {
  const { loaded, options, settings, variables } = prepared;
  const { signal, output, watchdog, kept, rules } = around;
  const engine = await openEngine(
    loaded,
    options,
    variables,
    {
      tlsFacts: around.tlsFacts,
      create: kept && ((config) => kept.engine(config)),
    },
  );
  const host = createPorts({
    loaded,
    options,
    variables,
    policy,
    cookies,
    engine,
    signal,
    ...(watchdog && { watchdog }),
    ...(rules && { rules }),
    ...(kept && { sandboxes: kept.sandboxes }),
    ...(messageStore && { messageStore }),
  });
  if (options.waitFor.length > 0) {
    try {
      await waitForServers(prepared, { engine, ...around });
    } catch (error) {
      host[Symbol.dispose]();
      throw error;
    }
  }
  const ports = {
    ...host,
    ...(saver && { environmentChanged: saver.take.bind(saver) }),
    ...(around.variablesLeft && { variablesLeft: around.variablesLeft }),
  };
  const all = {
    ...settings,
    ...around.stream,
    ports,
    signal,
    ...(host.restrain && { restrain: host.restrain }),
    ...(output !== undefined && { output }),
  };
  return {
    events: run(loaded.plan, all),
    [Symbol.dispose]: () => host[Symbol.dispose](),
  };
}

/** An event of the run itself, with the warnings that belong before or behind it: behind the first one those about what is run. */
function withWarnings(
  event: RunEvent,
  about: readonly Diagnostic[],
  { variables }: PreparedRun,
): readonly RunEvent[] {
  switch (event.type) {
    case "run-start":
      return [event, ...told(about), ...told(variables.warnings())];
    case "request-end":
      return [event, ...told(variables.warnings())];
    case "run-end":
      return [...told(variables.warnings()), event];
    case "request-start":
    case "warning":
      return [event];
    default:
      return event satisfies never;
  }
}

function told(warnings: readonly Diagnostic[]): RunEvent[] {
  return warnings.map((diagnostic) => ({ type: "warning", diagnostic }));
}

/** Warns about what Node and Deno would obey, and Brace does not. */
function ignoredEnvironment(): Diagnostic[] {
  const name = "NODE_TLS_REJECT_UNAUTHORIZED";
  if (permittedEnv(name) !== "0") return [];
  return [{
    code: "CERTIFICATE",
    severity: "warning",
    message:
      `Cannot switch certificate checks off with "${name}=0": Brace ignores it`,
    waysOut: [wayOut("accept-any-certificate")],
  }];
}

/** What was wrong with one request. */
interface Failed {
  readonly index: number;
  readonly failures: readonly FailureClass[];
  readonly group: string | undefined;
  readonly rerun: number;
}

/** Gathers from a run's events what decides the exit code; of requests that pass nothing is kept. */
class OutcomeCollector {
  readonly #failed: Failed[] = [];
  /** How often groups ran again. */
  readonly #reruns = new Map<string | undefined, number>();
  #plan: Plan | undefined;
  #executed = 0;
  #interrupted = false;
  /** Those that Brace cannot send; a group may run again. */
  readonly #unsent = new Set<string>();
  #failOn: RunSummary["failOn"];
  #broken = false;

  add(event: RunEvent): void {
    switch (event.type) {
      case "run-start":
        this.#plan = event.plan;
        break;
      case "request-end":
        this.#addResult(event.result);
        break;
      case "run-end":
        this.#interrupted = event.summary.interrupted;
        break;
      case "warning":
        this.#broken ||= event.diagnostic.severity === "error";
        break;
      case "request-start":
        break;
      default:
        event satisfies never;
    }
  }

  #addResult({ step, status, failures, rerun = 0 }: RequestResult): void {
    if (status !== "skipped") this.#executed++;
    else if (step.item.kind === "unsupported") {
      this.#unsent.add(`${step.index} ${step.iteration}`);
    }
    if (failures.length === 0 && rerun === 0) return;
    const group = groupOf(step, this.#plan!);
    if (rerun > 0) this.#reruns.set(group, rerun);
    if (failures.length === 0) return;
    this.#failed.push({ index: step.index, failures, group, rerun });
  }

  /**
   * Adds to a summary what fails the run besides its checks.
   *
   * @param options.failOnFlaky Whether requests fail that passed only when they ran again.
   * @param options.failOnSkipped Whether requests fail that Brace cannot send.
   */
  judged(
    summary: RunSummary,
    { failOnFlaky, failOnSkipped }: {
      readonly failOnFlaky: boolean;
      readonly failOnSkipped: boolean;
    },
  ): RunSummary {
    const flaky = failOnFlaky ? summary.flaky ?? 0 : 0;
    const skipped = failOnSkipped ? this.#unsent.size : 0;
    if (flaky + skipped === 0) return summary;
    this.#failOn = {
      ...flaky > 0 && { flaky },
      ...skipped > 0 && { skipped },
    };
    return { ...summary, failOn: this.#failOn };
  }

  outcome(): Omit<RunVerdict, "allowEmpty" | "unwritten"> {
    return {
      results: this.#failed.filter(({ group, rerun }) =>
        rerun === (this.#reruns.get(group) ?? 0)
      ),
      executed: this.#executed,
      interrupted: this.#interrupted,
      ...this.#failOn && { failOn: this.#failOn },
      broken: this.#broken,
    };
  }
}
