import { waitForServers } from "./wait_for_servers.ts";
import { createPolicy, type PolicyOptions } from "../../core/policy/policy.ts";
import { exitCode, type RunVerdict } from "../../core/run/exit_code.ts";
import { run } from "../../core/run/run.ts";
import type { RunSettings } from "../../core/run/options.ts";
import type {
  FailureClass,
  RequestResult,
  RunEvent,
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
import type { RunRules } from "./run_rules.ts";
import { createPorts } from "./ports/run_ports.ts";
import type { Watchdog } from "../watchdog/types.ts";
import { saveAll } from "./save_all.ts";
import { writeLog } from "../terminal/write_output.ts";
import { permittedEnv } from "../permitted_env.ts";
import { groupOf } from "../../core/plan/iterations.ts";
import type { Plan } from "../../core/plan/types.ts";
import type {
  Collection,
  Environment,
  Variable,
} from "../../core/collection/types.ts";
import type { EnvironmentChanges } from "../../core/run/ports.ts";
import { CollectionError } from "../../core/source/errors.ts";
import type { SecretPorts } from "./ports/secret_ports.ts";

/** The surroundings of a run. */
export interface RunSurroundings {
  readonly locator: Locator;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Asks a person about hosts that are not declared; absent: they are refused. */
  readonly ask?: PolicyOptions["ask"];
  /** The file for the last response. */
  readonly output?: string;
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
    ...(around.ask && { ask: around.ask }),
  });
  using reports = await openReports(prepared, around);
  const hasReports = options.reporters.length > 0;
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
    ...reports.messageStore && { messageStore: reports.messageStore },
  });
  for await (const event of events) {
    collector.add(event);
    // Most events need no waiting.
    const locating = locator.locateEvent(event);
    const located = locating instanceof Promise ? await locating : locating;
    around.watchdog?.event(event);
    yield located;
    if (hasReports) await reports.add(located);
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

/** Loads the reports only with `--reporter`. */
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

/** The data of reports that is known before the run. */
function metaOf({ options: { seed } }: PreparedRun) {
  return {
    clientVersion: CLIENT_VERSION,
    ...(seed !== undefined && { seed }),
  };
}

/** The events of the run itself, and after the first one the warnings about what it runs. */
async function* runEvents(
  prepared: PreparedRun,
  around: RunSurroundings,
  { policy, cookies, saver, warnings, messageStore }: {
    readonly policy: ReturnType<typeof createPolicy>;
    readonly cookies: ReturnType<typeof runCookies>;
    readonly saver: EnvironmentSaver | undefined;
    readonly warnings: readonly Diagnostic[];
    readonly messageStore?: OpenReports["messageStore"];
  },
): AsyncGenerator<RunEvent> {
  const { loaded, options, settings, variables } = prepared;
  const { signal, output, watchdog, kept, rules } = around;
  const engine = openEngine(
    loaded,
    options,
    variables,
    {
      tlsFacts: around.tlsFacts,
      create: kept && ((config) => kept.engine(config)),
    },
  );
  using host = createPorts({
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
    await waitForServers(prepared, { engine, ...around });
  }
  const ports = {
    ...host,
    ...(saver && { environmentChanged: saver.take.bind(saver) }),
  };
  const all = {
    ...settings,
    ...around.stream,
    ports,
    signal,
    ...(host.restrain && { restrain: host.restrain }),
    ...(output !== undefined && { output }),
  };
  for await (const event of run(loaded.plan, all)) {
    if (event.type === "run-end") yield* told(variables.warnings());
    yield event;
    if (event.type === "run-start") yield* told(warnings);
    if (event.type === "run-start" || event.type === "request-end") {
      const more = variables.warnings();
      if (more.length > 0) yield* told(more);
    }
  }
}

function* told(warnings: readonly Diagnostic[]): Generator<RunEvent> {
  for (const diagnostic of warnings) yield { type: "warning", diagnostic };
}

/** Warns about what Node and Deno would obey, and Brace does not. */
function ignoredEnvironment(): Diagnostic[] {
  const name = "NODE_TLS_REJECT_UNAUTHORIZED";
  if (permittedEnv(name) !== "0") return [];
  return [{
    code: "CERTIFICATE",
    severity: "warning",
    message:
      `Cannot switch certificate checks off with "${name}=0": Brace ignores it (--insecure accepts any certificate)`,
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
  #flaky = false;
  #unsent = false;
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
        this.#flaky = (event.summary.flaky ?? 0) > 0;
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
    else if (step.item.kind === "unsupported") this.#unsent = true;
    if (failures.length === 0 && rerun === 0) return;
    const group = groupOf(step, this.#plan!);
    if (rerun > 0) this.#reruns.set(group, rerun);
    if (failures.length === 0) return;
    this.#failed.push({ index: step.index, failures, group, rerun });
  }

  /**
   * @param options.failOnFlaky Whether requests fail that passed only when they ran again.
   * @param options.failOnSkipped Whether requests fail that Brace cannot send.
   */
  outcome(
    { failOnFlaky, failOnSkipped }: {
      readonly failOnFlaky: boolean;
      readonly failOnSkipped: boolean;
    },
  ): Omit<RunVerdict, "allowEmpty" | "unwritten"> {
    return {
      results: this.#failed.filter(({ group, rerun }) =>
        rerun === (this.#reruns.get(group) ?? 0)
      ),
      executed: this.#executed,
      interrupted: this.#interrupted,
      flaky: failOnFlaky && this.#flaky,
      unsent: failOnSkipped && this.#unsent,
      broken: this.#broken,
    };
  }
}

/** Keeps what scripts made of an environment until the run has ended. */
class EnvironmentSaver {
  readonly #environment: Environment;
  readonly #holdsGiven: SecretPorts["holdsGiven"];
  #changes: EnvironmentChanges = { values: new Map(), withheld: new Map() };

  /**
   * @param environment The selected one.
   * @param holdsGiven Whether a value holds a secret that is in no file of the collection.
   */
  constructor(
    environment: Environment,
    holdsGiven: SecretPorts["holdsGiven"],
  ) {
    this.#environment = environment;
    this.#holdsGiven = holdsGiven;
  }

  /** Takes the changes of an iteration; those of the last one count. */
  take(
    _collection: Collection,
    changes: EnvironmentChanges,
  ): void {
    this.#changes = changes;
  }

  /** @throws {CollectionError} The file cannot be read or written, or a value has to stay out of it. */
  async save(): Promise<void> {
    const { values, withheld } = this.#changes;
    const environment = this.#environment;
    const problems = [...withheld].map(([name, variable]) =>
      leftOut(name, variable, environment)
    );
    const secrets = new Set(
      environment.variables.filter(({ secret }) => secret)
        .map(({ name }) => name),
    );
    const changes = new Map(values);
    for (const [name, value] of values) {
      if (value === undefined) continue;
      if (!this.#holdsGiven(value, secrets.has(name))) continue;
      changes.delete(name);
      problems.push(held(name, environment));
    }
    if (changes.size > 0) {
      const { saveEnvironment } = await import(
        "../files/write/save_environment.ts"
      );
      const problem = await saveEnvironment(environment, changes);
      if (problem) problems.push(problem);
    }
    if (problems.length > 0) throw new CollectionError(problems);
  }
}

/** A secret that its file has no value of, or that another file declares, stays out of this one. */
function leftOut(
  name: string,
  variable: Variable | undefined,
  { file }: Environment,
): Diagnostic {
  const why = variable?.secret !== true
    ? `it is declared secret elsewhere (declare it in "${file}" with secret: true and value: "" to save it there)`
    : variable.disabled
    ? "it is disabled there"
    : variable.unset
    ? 'it is secret, and the file leaves its value out (write value: "" there to save it)'
    : "it is secret, and the file takes its value from elsewhere (write the value itself there to save it)";
  return {
    code: "WRITE",
    severity: "warning",
    message: `Did not save "${name}" in "${file}": ${why}`,
  };
}

function held(name: string, { file }: Environment): Diagnostic {
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot save "${name}" in "${file}": it holds a secret that is in no file (declare "${name}" with secret: true to keep it out)`,
  };
}
