import { bytesInside, readInside } from "../../files/read_inside.ts";
import { moduleFiles, roomsOf } from "./module_files.ts";
import type { AuthSigner, Interrupted } from "../../auth_signer.ts";
import { hideProcessSecrets } from "../../process_env.ts";
import { sleep } from "../../sleep.ts";
import { systemSources } from "../../system_sources.ts";
import type { Engine } from "../../../core/http/engine.ts";
import { isAmongHosts } from "../../../core/policy/host_rule.ts";
import { secretsOfResponse } from "../../../core/secrets/secrets_of_response.ts";
import { hostGuard } from "../../../core/secrets/host_guard.ts";
import { once } from "../../../core/source/once.ts";
import type { LearnedVariable } from "../../../core/secrets/secret_index.ts";
import type { Policy } from "../../../core/policy/policy.ts";
import type { PortSendOptions, RunPorts } from "../../../core/run/ports.ts";
import type { Restrain } from "../../../core/run/restraint.ts";
import type { RenderedRequest } from "../../../core/http/rendered_request.ts";
import { seededRandom } from "../../../core/scope/seeded_random.ts";
import type {
  Sandbox,
  ScriptCookies,
} from "../../../core/script/border/types.ts";
import type { SharedSandboxes } from "../../sandbox/create_sandbox.ts";
import type { LoadedRun } from "../load_run.ts";
import type { Watchdog } from "../../watchdog/types.ts";
import type { RunOptions } from "../options.ts";
import {
  keepingTo,
  readingBefore,
  restrainedBy,
  type RunRules,
} from "../run_rules.ts";
import type { VariablePorts } from "./variable_ports.ts";
import type { StoredSecret } from "../../../core/scope/layer.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import type { SecretStores } from "./secret_stores.ts";
import { levelsIn } from "../../../core/collection/inherit.ts";
import type { Collection } from "../../../core/collection/types.ts";
import type { CookieFile } from "../../http/cookie_file.ts";
import { RunCookieJar } from "../../http/cookie_jar.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";

/** The outside of one run, and how to let go of it. */
export interface HostPorts extends RunPorts, Disposable {
  /** Keeps secrets from requests, as the rules of the run say; absent: from none. */
  readonly restrain?: Restrain;
}

/** What the ports are made of. */
export interface PortsSetup {
  readonly options: RunOptions;
  readonly variables: VariablePorts;
  readonly policy: Policy;
  readonly cookies: RunCookies;
  /** The collection and its environment. */
  readonly loaded: LoadedRun;
  /** Absent: nothing is sent. */
  readonly engine?: Engine;
  /** Ends waiting for a person who is to grant access. */
  readonly signal?: AbortSignal;
  /** Watches scripts that Deno itself runs. */
  readonly watchdog?: Watchdog;
  /** What the run keeps to; absent: what its files say. */
  readonly rules?: RunRules;
  /** Makes room outside of memory for the messages of a stream; absent: no report has them. */
  readonly messageStore?: RunPorts["messageStore"];
  /** Sandboxes of earlier runs; absent: the run starts its own. */
  readonly sandboxes?: SharedSandboxes;
}

/**
 * Connects a run to Deno: engine, sandbox, clock, chance, variables and files.
 * The sandbox is loaded when the first script needs it.
 */
export function createPorts(setup: PortsSetup): HostPorts {
  const { options, policy, cookies, engine, rules } = setup;
  let sandbox: Promise<Sandbox> | undefined;
  let signer: Promise<AuthSigner> | undefined;
  let { signal } = setup;
  const interrupted = {
    get signal() {
      return signal;
    },
  };
  const learn = (variable: LearnedVariable) => {
    setup.variables.learn(variable);
    rules?.secrets.learn(variable);
  };
  const closers: (() => void)[] = [() => engine?.close()];
  const guard = hostGuard(setup.variables.secrets, isAmongHosts);
  const sender = ({ jar }: Pick<RunCookies, "jar">): Send => {
    const send: Send = async (request, options, own) => {
      if (engine === undefined) throw new Error("Rendering sends nothing");
      const response = await engine.send(request, {
        ...options,
        policy,
        guard: own?.guard ?? guard,
        ...(jar && !own && { cookies: jar }),
      });
      for (const field of secretsOfResponse(response)) {
        learn({ ...field, secret: true });
      }
      return response;
    };
    return rules ? keepingTo(rules, send) : send;
  };
  const send = sender(cookies);
  const sign = (nonce: Nonces | undefined): RunPorts["signer"] =>
  async (
    request,
    warn,
  ) => {
    signer ??= startSigner(setup, { ports, interrupted });
    return await (await signer)(request, warn, nonce);
  };
  const rooms = roomsOf(options.allowRead);
  const readFile: RunPorts["readFile"] = (collection, path) =>
    readInside(collection.root, path, rooms(collection));
  let stores: Promise<SecretStores> | undefined;
  const given = new Map<StoredSecret, Value>();
  const { messageStore } = setup;
  const ports: HostPorts = {
    ...setup.variables,
    ...(messageStore && { messageStore }),
    ...(rules && { learn }),
    storedSecret: (secret) => given.get(secret),
    ...(engine && {
      async fetchSecret(secret: StoredSecret, signal?: AbortSignal) {
        const { learn } = setup.variables;
        stores ??= import("./secret_stores.ts").then(({ secretStores }) => {
          const opened = secretStores(options, { learn });
          closers.push(() => opened[Symbol.dispose]());
          return opened;
        });
        const value = await (await stores).get(secret, signal);
        const { name } = secret;
        learn({ name, value, secret: true, given: "outside" });
        given.set(secret, value);
      },
    }),
    send: (request, options) => send(request, options),
    ...(rules &&
      { restrain: restrainedBy(rules, send, setup.variables.learn) }),
    signer: sign(seededNonces(options)),
    sandbox() {
      return sandbox ??= startSandbox(setup).then((started) => {
        closers.push(() => started.dispose());
        return started;
      });
    },
    now: () => options.now ?? Date.now(),
    random: options.seed === undefined
      ? systemSources.random
      : seededRandom(options.seed),
    readFile: rules ? readingBefore(rules, readFile) : readFile,
    ...moduleFiles(rooms),
    readBytes: ({ root }, path) => bytesInside(root, path),
    ...(setup.loaded.problemOf && { problemOf: setup.loaded.problemOf }),
    async usedReads(script, names, collection) {
      const { usedReads } = await scriptReads();
      return usedReads(script, names, {
        collection,
        readFile: (path) => textOrNone(() => readFile(collection, path)),
      });
    },
    unseenEntries: async (scripts, names) =>
      (await scriptReads()).unseenEntries(scripts, names),
    unawaitedReads: async (scripts) =>
      (await scriptReads()).unawaitedReads(scripts),
    async readEmpty(script, names) {
      const { usedEntries } = await scriptReads();
      for (const name of usedEntries(script, names)) {
        setup.variables.warnOfEmpty(name);
      }
    },
    cookies: cookies.scripts,
    apart(group) {
      const { seed } = options;
      const own = cookies.copy();
      let ready: Promise<Sandbox> | undefined;
      return {
        ...ports,
        send: sender(own),
        sandbox: () =>
          ready ??= Promise.all([ports.sandbox(), own.ready()])
            .then(([sandbox]) => sandbox),
        cookies: own.scripts,
        signer: sign(seededNonces(options, group)),
        ...seed !== undefined && { random: seededRandom(`${seed}\n${group}`) },
      };
    },
    uninterrupted() {
      signal = undefined;
    },
    sleep,
    [Symbol.dispose]() {
      for (const close of closers) close();
    },
  };
  return ports;
}

/** What tells how scripts use what they read. */
function scriptReads() {
  return import("../../../tools/check/script/used_reads.ts");
}

/** The text of a file, if it can be read. */
function textOrNone(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Sends a request; `own` is for one that gets neither cookies nor secrets. */
type Send = (
  request: RenderedRequest,
  options: PortSendOptions,
  own?: { readonly guard: ReturnType<typeof hostGuard> },
) => ReturnType<RunPorts["send"]>;

/** Gives so many bytes of a nonce. */
type Nonces = (length: number) => Uint8Array;

/**
 * Nonces that `render` and `run` have in common: the seed's, where the time is
 * given too. With the time of day a server would take the nonces of a second
 * run for a replay, and nothing could be compared.
 */
function seededNonces(
  { seed, now }: RunOptions,
  group = "",
): Nonces | undefined {
  if (seed === undefined || now === undefined) return undefined;
  // A stream of its own: what `{{$guid}}` gives does not depend on auth.
  const random = seededRandom(`${seed}\nauth\n${group}`);
  return (length) =>
    Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

async function startSigner(
  { options, loaded, variables }: PortsSetup,
  { ports, interrupted }: {
    readonly ports: RunPorts;
    readonly interrupted: Interrupted;
  },
): Promise<AuthSigner> {
  const { authSigner } = await import("../../auth_signer.ts");
  return await authSigner({
    now: () => ports.now(),
    send: (request, at) =>
      ports.send(request, {
        label: "OAuth 2",
        at,
        ...(interrupted.signal && { signal: interrupted.signal }),
      }),
    files: { root: loaded.collection.root, allowRead: options.allowRead },
    learned: (value) => variables.learn({ name: "token", value, secret: true }),
    // The default of 30 s is too short for a person.
    ...(options.timeout && { patience: options.timeout }),
    interrupted,
  });
}

/** Loads the sandbox and what only scripts need. */
async function startSandbox(
  { options, cookies, watchdog, sandboxes }: PortsSetup,
): Promise<Sandbox> {
  const [sandbox] = await Promise.all([
    options.trustScripts ? trusted(watchdog) : isolated(options, sandboxes),
    cookies.ready(),
  ]);
  return sandbox;
}

const sandboxes = once(() => import("../../sandbox/create_sandbox.ts"));

async function isolated(
  options: RunOptions,
  shared: SharedSandboxes | undefined,
): Promise<Sandbox> {
  const { createSandbox, InstancePool } = await sandboxes();
  if (shared) shared.pool ??= new InstancePool();
  return await createSandbox({
    ...(shared?.pool && { pool: shared.pool }),
    timeLimit: options.scriptTimeout,
    memoryLimit: options.scriptMemory * 1024 * 1024,
  });
}

async function trusted(watchdog: Watchdog | undefined): Promise<Sandbox> {
  const { createTrusted } = await import(
    "../../sandbox/trusted/create_trusted.ts"
  );
  hideProcessSecrets();
  return createTrusted(watchdog?.watch, watchdog?.failed);
}

/** A run's cookies, if it keeps any. */
interface RunCookies {
  /** Absent with `--no-cookies`. */
  readonly jar?: RunCookieJar;
  readonly scripts: ScriptCookies;
  /** To be awaited before scripts run. */
  ready(): Promise<void>;
  /** The same cookies for a group of requests; what becomes of them is apart, and not saved. */
  copy(): Pick<RunCookies, "jar" | "scripts" | "ready">;
  /** Loads `--cookie-jar`, which can be saved later on; gives warnings, throws DiagnosticError. */
  load(): Promise<readonly Diagnostic[]>;
  /** Saves `--cookie-jar`; throws DiagnosticError. */
  save(): Promise<void>;
}

const NONE: ScriptCookies = {
  get: () => [],
  set() {},
  delete() {},
  clear() {},
};

/**
 * Makes the cookies of a run.
 *
 * @param jar What it begins with; default: an empty one.
 */
export function runCookies(
  { noCookies, cookieJar: file }: RunOptions,
  collection: Collection,
  jar = new RunCookieJar(),
): RunCookies {
  if (noCookies) {
    const none = { scripts: NONE, ready: async () => {} };
    return {
      ...none,
      copy: () => none,
      load: () => Promise.resolve([]),
      save: async () => {},
    };
  }
  let named: boolean | undefined;
  const cookiesOf = (jar: RunCookieJar) => ({
    jar,
    scripts: jar,
    async ready() {
      named ??= namesCookies(collection);
      if (named) await jar.load();
    },
  });
  let saved: CookieFile | undefined;
  return {
    ...cookiesOf(jar),
    copy: () => cookiesOf(jar.copy()),
    async load() {
      if (file === undefined) return [];
      const { CookieFile } = await import("../../http/cookie_file.ts");
      saved = new CookieFile(jar, file, collection.root);
      return await saved.load();
    },
    async save() {
      await saved?.save();
    },
  };
}

/** Whether the scripts of collections name cookies; those that are open run often. */
const naming = new WeakMap<Collection, boolean>();

/** The jar's library is loaded for scripts only where one may need it. */
function namesCookies(collection: Collection): boolean {
  let names = naming.get(collection);
  if (names === undefined) {
    names = looksForCookies(collection);
    naming.set(collection, names);
  }
  return names;
}

function looksForCookies(collection: Collection): boolean {
  return [...levelsIn(collection)].some(({ level }) =>
    level.scripts.some(({ code }) => code.includes("cookies"))
  );
}
