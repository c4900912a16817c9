import type { Bridge } from "../../core/script/border/bridge.ts";

/** Names that libraries read, and that are no business of a collection. */
const UNSET = ["NODE_ENV", "NODE_DEBUG", "DEBUG"];

/** Makes `process`: permitted environment variables and nothing of a real process. */
export function createProcess(bridge: Bridge): Record<string, unknown> {
  return {
    env: new Proxy({}, {
      get: (_, name) =>
        typeof name !== "string" || UNSET.includes(name)
          ? undefined
          : bridge.call("processEnv", name),
      has: () => false,
    }),
    argv: [],
    platform: "sandbox",
    // Packages ask for it to know what node's crypto can do.
    version: "v22.0.0",
    versions: {},
    cwd: () => bridge.call("info").cwd,
    nextTick: (run: (...args: unknown[]) => void, ...args: unknown[]) => {
      Promise.resolve().then(() => run(...args));
    },
    exit: refuseExit,
  };
}

/** In place of `process.exit`, which would end the run without a report. */
export function refuseExit(): never {
  throw new Error(
    "Cannot exit: a script is not a process; client.runner.stopExecution() ends the run",
  );
}
