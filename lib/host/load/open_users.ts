import type { Plan } from "../../core/plan/types.ts";
import { RowCursor } from "../../core/plan/iterations.ts";
import { createPolicy } from "../../core/policy/policy.ts";
import type { RequestResult } from "../../core/run/types.ts";
import { hasFailed } from "../../core/run/run_steps.ts";
import { type User, Users } from "../../core/run/users.ts";
import { snapshot } from "../../core/scope/value/snapshot.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { loadCollection } from "../files/load_collection.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import { Locator } from "../locate/locator.ts";
import { type LoadedRun, loadRun } from "../run/load_run.ts";
import { openEngine } from "../run/open_engine.ts";
import { createPorts, runCookies } from "../run/ports/run_ports.ts";
import { prepareRun } from "../run/prepare_run.ts";
import { loadingError } from "../run/start_run.ts";
import { toRunOptions } from "../run/to_run_options.ts";
import type { OpenMessage, UserMessage, UserStep } from "./protocol.ts";
import { UserSecrets } from "./user_secrets.ts";
import { FLAG_WORDS, inFlags } from "../../tools/report/text/flag_words.ts";

/** A collection whose virtual users can begin. */
export interface OpenUsers extends AsyncDisposable {
  readonly masker: Masker;
  readonly locator: Locator;
  /** What loading warned about, located. */
  readonly warnings: readonly Diagnostic[];
  /** Runs one user. */
  run(user: UserMessage): AsyncGenerator<RequestResult>;
}

/** A step of a flow: a selection with the rows that users take in turn, or a pause. */
type Lane =
  | { readonly plan: Plan; readonly rows: RowCursor; taken: number }
  | { readonly think: number };

/**
 * Reads a collection once, runs its setup, and gives what runs users. Disposing
 * of it runs teardown.
 *
 * @throws {DiagnosticError} It cannot be run, or setup failed; located.
 */
export async function openUsers(
  message: OpenMessage,
  { signal }: { readonly signal: AbortSignal },
): Promise<OpenUsers> {
  const secrets = new UserSecrets();
  const masker = createMasker(secrets);
  const locator = new Locator();
  const failed = async (diagnostics: readonly Diagnostic[]) => {
    const located = await locator.locate(diagnostics);
    return loadingError(
      located.map((it) => masker.maskDiagnostic(inFlags(it))),
    );
  };
  const loaded = loadCollection([message.collection]);
  const runs = new Map<string, LoadedRun>();
  const warnings: Diagnostic[] = [];
  for (const step of message.flows.flat()) {
    if ("think" in step || runs.has(JSON.stringify(step))) continue;
    const { value, diagnostics } = await loadRun(
      optionsOf(message, step),
      { loaded: selected(loaded, step), stages: true },
    );
    if (value === undefined) throw await failed(diagnostics);
    runs.set(JSON.stringify(step), value);
    warnings.push(...diagnostics);
  }
  const [first] = runs.values();
  if (first === undefined) {
    throw new CollectionError([{
      code: "EMPTY_SELECTION",
      severity: "error",
      message: 'Cannot run: no flow has a step "run"',
    }]);
  }
  // Hosts are declared by all that users run.
  const plan = {
    ...first.plan,
    steps: [...runs.values()].flatMap(({ plan }) => plan.steps),
  };
  const options = optionsOf(message, {});
  const prepared = await prepareRun({ ...first, plan }, options, {
    masker,
    terminal: { words: FLAG_WORDS },
    warnings,
  });
  const { collection } = first;
  const variables = {
    ...prepared.variables,
    learn: secrets.keep.bind(secrets),
  };
  const policy = createPolicy({
    declared: prepared.hosts,
    allow: options.allowNet,
    deny: options.denyNet,
    home: collection,
  });
  const host = createPorts({
    loaded: first,
    options,
    variables,
    policy,
    cookies: runCookies(options, collection),
    engine: await openEngine(first, options, prepared.variables),
    signal,
  });
  const learn = secrets.learn.bind(secrets);
  const ports = {
    ...host,
    learn,
    apart: (group: string) => ({ ...host, ...host.apart?.(group), learn }),
  };
  const users = new Users(collection, { ...prepared.settings, ports, signal });
  const close = async () => {
    for await (const _ of users.teardown(first.plan));
    host[Symbol.dispose]();
  };
  for await (const result of users.setup(first.plan)) {
    if (!hasFailed(result)) continue;
    await close();
    throw await failed(setupProblems(result));
  }
  const flows = message.flows.map((flow) =>
    flow.map((step) => laneOf(step, runs))
  );
  return {
    masker,
    locator,
    warnings: await locator.locate(
      warnings.filter(({ severity }) => severity === "warning"),
    ),
    async *run({ flow, vars = [] }) {
      const done = secrets.begin();
      try {
        const user = users.begin();
        for (const [index, lane] of flows[flow].entries()) {
          if (signal.aborted || user.stopped) return;
          if ("think" in lane) {
            await ports.sleep(lane.think * 1000, signal);
          } else yield* runLane(user, lane, vars[index] ?? {});
        }
      } finally {
        done();
      }
    },
    [Symbol.asyncDispose]: close,
  };
}

function runLane(
  user: User,
  lane: Exclude<Lane, { readonly think: number }>,
  vars: Readonly<Record<string, unknown>>,
): AsyncGenerator<RequestResult> {
  const { plan, rows } = lane;
  const row = plan.rows.length === 0
    ? undefined
    : rows.at(lane.taken++ % plan.rows.length);
  return user.run({
    plan,
    ...(row && { row }),
    vars: Object.entries(vars).map(([name, value]) =>
      [name, snapshot(value, name)] as const
    ),
  });
}

function laneOf(step: UserStep, runs: ReadonlyMap<string, LoadedRun>): Lane {
  if ("think" in step) return step;
  const { plan } = runs.get(JSON.stringify(step))!;
  return { plan, rows: new RowCursor(plan.rows), taken: 0 };
}

function optionsOf(
  { env, secretsFile, allowNet, allowEnv }: OpenMessage,
  { tags, data }: Exclude<UserStep, { readonly think: number }>,
) {
  return toRunOptions({
    environment: env,
    allowNet,
    allowEnv,
    ...(tags && { tags }),
    ...(data !== undefined && { data }),
    ...(secretsFile !== undefined && { secretsFile }),
  });
}

function selected(
  loaded: LoadedCollection,
  { paths }: Exclude<UserStep, { readonly think: number }>,
): LoadedCollection {
  return paths === undefined || paths.length === 0
    ? loaded
    : { ...loaded, paths };
}

/** Why no user can begin. */
function setupProblems(
  { step, diagnostics, assertions, tests }: RequestResult,
): Diagnostic[] {
  const found = [
    ...diagnostics,
    ...[...assertions, ...tests].flatMap(({ diagnostic }) => diagnostic ?? []),
  ].filter(({ severity }) => severity === "error");
  return found.map((one) => ({
    ...one,
    message: `Setup failed in "${step.item.path}": ${one.message}`,
  }));
}
