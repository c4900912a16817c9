import type {
  Evaluation,
  HeldSandbox,
  Sandbox,
  ScriptContext,
  ScriptOutcome,
} from "../../core/script/border/types.ts";
import type { Script } from "../../core/collection/types.ts";
import type { Text } from "../../core/source/origin.ts";
import { explainEvaluation, explainOutcome } from "./explain_outcome.ts";
import { Instance } from "./instance.ts";
import { type KnownCode, KnownCodes } from "./known_code.ts";
import { FileCodes, loadModuleCode } from "./file_code.ts";
import { withoutTypes } from "./strip_types.ts";
import type { Limits } from "./limited_quickjs.ts";
import { allModules, modulesOf } from "./modules_of.ts";
import { ScriptRun } from "./script_run.ts";

/** Limits of a sandbox. */
export interface SandboxOptions {
  /** Milliseconds of processor time that a script may use. Default 5000. */
  readonly timeLimit?: number;
  /** Bytes that scripts may use. Default 64 MiB. */
  readonly memoryLimit?: number;
  /** Where instances come from and go to. Default: a pool of its own. */
  readonly pool?: InstancePool;
}

/** After so many scripts an instance goes back to its start, whatever they are: what they leave in its memory adds up. */
const MAX_SCRIPTS = 500;
const ASSIGNING = /(?<![=!<>])=(?![=>])|\+\+|--/;

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
  const { pool = new InstancePool() } = options;
  const { codes } = pool;
  // The first script finds one that is ready.
  pool.give(await pool.take(limits), limits);
  const running = new Set<ScriptRun>();

  async function within<T extends ScriptOutcome | Evaluation>(
    script: Script,
    context: ScriptContext,
    perform: (run: ScriptRun) => T | Promise<T>,
  ): Promise<T> {
    // A script that waits keeps its instance; scripts of a request that it runs get another one.
    const instance = await pool.take(limits);
    let run: ScriptRun | undefined;
    let found: Instance["found"];
    try {
      const asked = codes.of(script.code);
      const known = asked instanceof Promise ? await asked : asked;
      const loading = prepare(instance, { ...script, ...known }, context);
      if (loading !== undefined) await loading;
      run = new ScriptRun(instance, { ...known, script }, context, {
        limits,
        files: pool.files,
        aside: pool.aside,
      });
      running.add(run);
      const done = perform(run);
      const result = done instanceof Promise ? await done : done;
      found = foundAfter(run, instance, known, context);
      return result;
    } finally {
      if (run !== undefined) running.delete(run);
      instance.found = found;
      pool.give(instance, limits);
    }
  }

  return {
    run: withoutTypes((script, context) =>
      within(script, context, (run) => run.run())
        .then((outcome) => explainOutcome(outcome, script, context))
    ),
    evaluate: ({ text, at }, context) =>
      within(
        { phase: "tests", code: text, at },
        context,
        (run) => run.evaluate(),
      ).then((evaluation) =>
        explainEvaluation(evaluation, { code: text }, context)
      ),
    hold: (expression, context) => hold(expression, context, { limits, pool }),
    dispose(): void {
      for (const run of running) run.cancel();
      if (options.pool) pool.trim();
      else pool.clear();
    },
  };
}

/** An instance that keeps what expressions leave in it. */
async function hold(
  { text, at }: Text,
  context: ScriptContext,
  { limits, pool }: { readonly limits: Limits; readonly pool: InstancePool },
): Promise<HeldSandbox> {
  const instance = await pool.take(limits);
  try {
    // The code around it needs no modules, and what else stands there is data.
    await load(instance, { code: text }, context);
  } finally {
    // It is held for as long as messages come, and computes at once.
    pool.leave();
  }
  return {
    place: "globalThis.$brace_held",
    evaluate({ text: code }) {
      instance.renew();
      const script = { phase: "tests", code, at } as const;
      const run = new ScriptRun(
        instance,
        {
          code,
          inserted: [],
          columns: "characters",
          leavesNothing: false,
          script,
        },
        context,
        { limits, files: pool.files, aside: pool.aside },
      );
      const evaluation = run.evaluate();
      return Promise.resolve(explainEvaluation(evaluation, { code }, context));
    },
    dispose() {
      instance.found = undefined;
      pool.keep(instance, limits);
    },
  };
}

/**
 * Makes an instance ready for a script: as it was at the start, or as a script
 * of the same request left it, with the modules that the script needs.
 */
function prepare(
  instance: Instance,
  script: Wanted,
  context: ScriptContext,
): Promise<void> | undefined {
  if (!instance.isLoadedFor(keyOf(script))) {
    return load(instance, script, context);
  }
  clean(instance, context);
}

type Wanted = Pick<Script, "code" | "dialect">;

/** Of two scripts that read the same each may need other modules. */
function keyOf({ code, dialect }: Wanted): string {
  return dialect === undefined ? code : `${dialect}\n${code}`;
}

async function load(
  instance: Instance,
  script: Wanted,
  context: ScriptContext,
): Promise<void> {
  const { code } = script;
  const { sources, computed, modules } = await modulesOf(script, {
    readFile: (path) => context.readFile(path),
    root: () => context.info.cwd,
    has: (name) => instance.hasModule(name),
  });
  if (sources.size > 0) instance.addModules(sources);
  if (computed || modules) await loadModuleCode();
  if (computed) instance.offered ??= await allModules();
  // The collection's files that it requires may change.
  if (!code.includes("require")) instance.setLoadedFor(keyOf(script));
  clean(instance, context);
}

function clean(instance: Instance, context: ScriptContext): void {
  if (instance.found === "start" || instance.found === context) {
    instance.renew();
  } else instance.restore();
}

/** What the next script finds, now that this one has ended. */
function foundAfter(
  run: ScriptRun,
  instance: Instance,
  known: KnownCode,
  context: ScriptContext,
): Instance["found"] {
  if (!run.endedWell) return undefined;
  const untouched = known.leavesNothing && !run.ownClock &&
    instance.found === "start" && instance.scripts < MAX_SCRIPTS;
  // An expression that assigns can leave globals, which no check finds.
  if (untouched && !(run.isExpression && ASSIGNING.test(known.code))) {
    return "start";
  }
  return known.leavesNothing ? context : undefined;
}

/** Unused memory above which an instance is thrown away after a script, in bytes. */
const MAX_WASTE = 32 * 1024 * 1024;
/** Scripts that compute at once: more would need an instance each, and gain nothing on one thread. */
const MAX_BUSY = 3;
/** Instances that stay for the next run; a run with more jobs starts others. */
const MAX_KEPT = 4;

/** The sandboxes that the runs of one opened collection share; there is none before the first script. */
export interface SharedSandboxes {
  pool?: InstancePool;
}

/**
 * Instances that no script uses, by their limits. Each script finds its
 * instance as it was at the start, so several runs may share a pool.
 */
export class InstancePool {
  /** Facts about the scripts' texts. */
  readonly codes = new KnownCodes();
  /** The code of the files that scripts require. */
  readonly files = new FileCodes();
  readonly #idle = new Map<string, Instance[]>();
  /** Those who wait for a script to end. */
  readonly #queue: (() => void)[] = [];
  #busy = 0;

  /** Gives an instance to one script, as soon as not too many compute. */
  async take(limits: Limits): Promise<Instance> {
    if (this.#busy < MAX_BUSY) this.#busy++;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return this.#idle.get(limitsKey(limits))?.pop() ??
        await Instance.start(limits);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  /** Lets others compute while a script waits. */
  readonly aside = async (waiting: Promise<void>): Promise<void> => {
    this.leave();
    await waiting;
    this.#busy++;
  };

  /** Lets the next one compute. */
  leave(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#busy--;
  }

  /** Takes an instance back after its script. */
  give(instance: Instance, limits: Limits): void {
    this.keep(instance, limits);
    this.leave();
  }

  /** Keeps an instance for the next script, unless it is broken or too large. */
  keep(instance: Instance, limits: Limits): void {
    if (!instance.broken && instance.waste <= MAX_WASTE) {
      const key = limitsKey(limits);
      const idle = this.#idle.get(key);
      if (idle) idle.push(instance);
      else this.#idle.set(key, [instance]);
    }
  }

  /** Drops the instances that a run with many jobs started. */
  trim(): void {
    for (const idle of this.#idle.values()) {
      idle.length = Math.min(idle.length, MAX_KEPT);
    }
  }

  /** Drops all instances. */
  clear(): void {
    this.#idle.clear();
  }
}

function limitsKey({ time, memory }: Limits): string {
  return `${time} ${memory}`;
}
