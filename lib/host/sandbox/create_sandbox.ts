import type { Script } from "../../collection/types.ts";
import type { Text } from "../../source/origin.ts";
import type {
  Evaluation,
  Sandbox,
  ScriptContext,
  ScriptOutcome,
} from "../../script/types.ts";
import type { CompiledScript } from "../../script/failure.ts";
import { Instance, type Limits } from "./instance.ts";
import { modulesOf } from "./modules_of.ts";
import { ScriptRun } from "./script_run.ts";

/** Limits of a sandbox. */
export interface SandboxOptions {
  /** Milliseconds that a script may run, without the time it waits. Default 5000. */
  readonly timeLimit?: number;
  /** Bytes that scripts may use. Default 64 MiB. */
  readonly memoryLimit?: number;
}

/** Unused memory above which an instance is thrown away after a script, in bytes. */
const MOST_WASTE = 32 * 1024 * 1024;

/**
 * Makes a sandbox: QuickJS without any access to network, files, environment
 * or process. The first script starts it; later ones find it as it was at
 * the start, whatever scripts before them changed.
 */
export async function createSandbox(
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const limits: Limits = {
    time: options.timeLimit ?? 5000,
    memory: options.memoryLimit ?? 64 * 1024 * 1024,
  };
  const idle: Instance[] = [await Instance.start(limits)];

  const running = new Set<ScriptRun>();
  // A script that waits keeps its instance; scripts of a request that it runs get another one.
  const acquire = async (): Promise<Instance> =>
    idle.pop() ?? await Instance.start(limits);
  const release = (
    instance: Instance,
    cleanFor: ScriptContext | undefined,
  ): void => {
    instance.cleanFor = cleanFor;
    if (!instance.broken && instance.waste <= MOST_WASTE) idle.push(instance);
  };

  return {
    async run(script: Script, context: ScriptContext): Promise<ScriptOutcome> {
      const instance = await acquire();
      let run: ScriptRun | undefined;
      try {
        const compiled = await prepare(instance, script, context);
        run = new ScriptRun(instance, compiled, context, limits);
        running.add(run);
        return await run.run();
      } finally {
        if (run !== undefined) running.delete(run);
        release(instance, run?.isClean === true ? context : undefined);
      }
    },
    async evaluate(
      expression: Text,
      context: ScriptContext,
    ): Promise<Evaluation> {
      const instance = await acquire();
      let run: ScriptRun | undefined;
      try {
        const compiled = await prepare(instance, {
          phase: "tests",
          code: expression.text,
          at: expression.at,
        }, context);
        run = new ScriptRun(instance, compiled, context, limits);
        return run.evaluate();
      } finally {
        release(instance, run?.isClean === true ? context : undefined);
      }
    },
    dispose(): void {
      idle.length = 0;
      for (const run of running) run.cancel();
    },
  };
}

/** Makes an instance ready for a script: as it was at the start, with the modules that the script needs. */
async function prepare(
  instance: Instance,
  script: Script,
  context: ScriptContext,
): Promise<CompiledScript> {
  const { code } = script;
  const readFile = (path: string) => context.readFile(path);
  const modules = await modulesOf(code, {
    readFile,
    has: (name) => instance.hasModule(name),
  });
  if (modules.size > 0) instance.addModules(modules);
  else if (instance.cleanFor === context) instance.renew();
  else instance.restore();
  const plain: CompiledScript = {
    script,
    code,
    inserted: [],
    columns: "characters",
  };
  if (!/\b(?:async|import)\b/.test(code)) return plain;
  const { watchCalls } = await import("../../script/watch_calls.ts");
  return { ...plain, ...watchCalls(code) };
}
