import { readInside } from "../../host/files/read_inside.ts";
import type { AuthSigner } from "../../host/auth_signer.ts";
import { sleep } from "../../host/sleep.ts";
import type { Engine } from "../../request/engine.ts";
import type { Policy } from "../../request/policy.ts";
import type { RunPorts } from "../../run/ports.ts";
import { seededRandom } from "../../scope/seeded_random.ts";
import type { Sandbox } from "../../script/types.ts";
import type { RunOptions } from "./options.ts";
import type { RunCookies } from "./run_cookies.ts";
import type { VariablePorts } from "./variable_ports.ts";

/** The outside of one run, and how to let go of it. */
export interface HostPorts extends RunPorts, Disposable {}

/** What the ports are made of. */
export interface PortsSetup {
  readonly options: RunOptions;
  readonly variables: VariablePorts;
  readonly policy: Policy;
  readonly cookies: RunCookies;
  /** The collection's folder. */
  readonly root: string;
  /** Ends waiting for a person who is to grant access. */
  readonly signal?: AbortSignal;
}

/**
 * Connects a run to Deno: engine, sandbox, clock, chance, variables and files.
 * Engine and sandbox are loaded when the first request and the first script
 * need them.
 */
export function createPorts(setup: PortsSetup): HostPorts {
  const { options, policy, cookies, root } = setup;
  let engine: Promise<Engine> | undefined;
  let sandbox: Promise<Sandbox> | undefined;
  let signer: Promise<AuthSigner> | undefined;
  const closers: (() => void)[] = [];
  const ports: HostPorts = {
    ...setup.variables,
    async send(request, send) {
      engine ??= startEngine(options, root).then((made) => {
        closers.push(() => made.close());
        return made;
      });
      return await (await engine).send(request, {
        ...send,
        policy,
        ...(cookies.jar && { cookies: cookies.jar }),
      });
    },
    async signer(request) {
      signer ??= startSigner(setup, ports);
      return await (await signer)(request);
    },
    sandbox() {
      return sandbox ??= startSandbox(options, cookies).then((made) => {
        closers.push(() => made.dispose());
        return made;
      });
    },
    now: () => options.now ?? Date.now(),
    elapsed: () => performance.now(),
    random: options.seed === undefined
      ? secureRandom
      : seededRandom(options.seed),
    readFile: (collection, path) => readInside(collection.root, path),
    cookies: cookies.scripts,
    sleep,
    [Symbol.dispose]() {
      for (const close of closers) close();
    },
  };
  return ports;
}

async function startEngine(
  options: RunOptions,
  root: string,
): Promise<Engine> {
  const { createEngine } = await import("../../host/http/send.ts");
  return createEngine({
    timeout: options.timeout,
    insecure: options.insecure,
    maxResponseSize: options.maxResponseSize * 1024 * 1024,
    files: { root, allowRead: options.allowRead },
  });
}

async function startSigner(
  { options, root, signal, variables }: PortsSetup,
  ports: RunPorts,
): Promise<AuthSigner> {
  const { authSigner } = await import("../../host/auth_signer.ts");
  return await authSigner({
    now: () => ports.now(),
    send: (request, at) =>
      ports.send(request, {
        label: "OAuth 2",
        at,
        ...(signal && { signal }),
      }),
    files: { root, allowRead: options.allowRead },
    learned: (value) => variables.learn({ name: "token", value, secret: true }),
    ...(signal && { signal }),
  });
}

async function startSandbox(
  options: RunOptions,
  cookies: RunCookies,
): Promise<Sandbox> {
  if (options.trustScripts) {
    const [{ createTrusted }] = await Promise.all([
      import("../../host/sandbox/trusted.ts"),
      cookies.ready(),
    ]);
    return createTrusted();
  }
  const [{ createSandbox }] = await Promise.all([
    import("../../host/sandbox/create_sandbox.ts"),
    cookies.ready(),
  ]);
  return await createSandbox({
    timeLimit: options.scriptTimeout,
    memoryLimit: options.scriptMemory * 1024 * 1024,
  });
}

/** 53 unpredictable bits, as many as a number holds: generators make ids of them. */
function secureRandom(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
}
