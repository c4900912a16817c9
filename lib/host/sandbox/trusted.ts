import { heldTime } from "../held_time.ts";
import { exposeBareNames } from "../../script/inside/bare_names.ts";
import type { Text } from "../../source/origin.ts";
import type { Script } from "../../collection/types.ts";
import { DiagnosticError } from "../../source/errors.ts";
import type { Value } from "../../scope/value/value.ts";
import { createGlobals } from "../../script/inside/globals.ts";
import { lazyMembers } from "../../script/inside/lazy_members.ts";
import type { ModuleFactory } from "../../script/inside/modules.ts";
import { headerValues } from "../../http/header_values.ts";
import { refuseExit } from "../../script/inside/process.ts";
import { send, sendable } from "../../script/inside/send.ts";
import {
  BraceError,
  describeDropped,
  describeThrown,
} from "../../script/inside/thrown.ts";
import type { Bridge, Thrown } from "../../script/border/bridge.ts";
import { bundleOf, memberOf, partOf } from "../../script/module_names.ts";
import {
  type Border,
  callBorder,
  waitBorder,
} from "../../script/border/dispatch.ts";
import { decode, encode, requireValue } from "../../script/border/encode.ts";
import {
  type CompiledScript,
  evaluationFailure,
  NEVER_SETTLED,
  scriptFailure,
} from "../../script/failure.ts";
import { SCRIPT_NAME } from "../../script/position.ts";
import { ScriptRecord } from "../../script/border/record.ts";
import type {
  Evaluation,
  Sandbox,
  ScriptContext,
  ScriptOutcome,
} from "../../script/border/types.ts";
import type { Watchdog } from "../watchdog/types.ts";
import { Builtins } from "./builtins.ts";
import { explainEvaluation, explainOutcome } from "./explain_outcome.ts";
import { allModules, modulesOf } from "./modules_of.ts";
import { ScriptPlatform } from "./script_platform.ts";
import { StrayEvents } from "./stray_events.ts";
import { trackTimers } from "./track_timers.ts";
import { Work } from "./work.ts";

/**
 * Makes what runs scripts in Deno itself, with everything that Brace may do:
 * node's modules, packages of a `node_modules` folder, files, the network. It
 * sets no limits. Only for collections that the user trusts.
 *
 * @param watch Does what runs code; default: nobody watches.
 */
export function createTrusted(
  watch: Watchdog["watch"] = (_code, _context, work) => work(),
): Sandbox {
  const host: Host = { builtins: new Builtins(), events: new StrayEvents() };
  return {
    run: async (script, context) => {
      const run = () => runTrusted(script, context, host);
      return explainOutcome(
        await watch(script, context, run),
        script,
        context,
      );
    },
    evaluate: async (expression, context) => {
      const evaluate = () => evaluateTrusted(expression, context, host);
      return explainEvaluation(
        await watch(expression, context, evaluate),
        { code: expression.text },
        context,
      );
    },
    dispose: () => host.events.dispose(),
  };
}

/** What all scripts share with Brace. */
interface Host {
  readonly builtins: Builtins;
  readonly events: StrayEvents;
}

async function runTrusted(
  script: Script,
  context: ScriptContext,
  host: Host,
): Promise<ScriptOutcome> {
  const compiled = compiledOf(script);
  const record = new ScriptRecord(compiled);
  // Described when the built-in objects are as they were.
  const failures: (() => Thrown)[] = [];
  const failed = (error: unknown, describe = describeThrown) => {
    if (side.postman && error === side.postman.skipped) return;
    failures[failures.length] = () => describe(error);
  };
  using work = new Work(context.signal);
  const timers = trackTimers(failed, () => work.changed());
  const side = await createSide(compiled, {
    context,
    record,
    work,
    builtins: host.builtins,
    values: timers.values,
  });
  const perform = async () => {
    try {
      // Inside of another function, so that a script may declare such a name itself.
      const run = side.compile(
        `(function(NAMES){return async function(){\n${script.code}\n}})`,
      )() as () => Promise<unknown>;
      await holding(run);
    } catch (error) {
      failed(error);
    }
    for (;;) {
      await side.postman?.settled();
      await side.globals.settled();
      if (!timers.isBusy() && !work.isWaiting) break;
      await work.next();
    }
    timers.dispose();
    try {
      side.postman?.finish((globalThis as { tests?: unknown }).tests);
      side.globals.end();
    } catch (error) {
      failed(error);
    }
    // Deno tells of dropped promises after the current turn (by design: denoland/deno#17173); timers that are due may come first.
    for (let i = 0; i < 2; i++) {
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const deafen = host.events.tell({
    failed,
    dropped: (error) => failed(error, describeDropped),
    idle: () => {
      side.globals.abandon();
      work.end(NEVER_SETTLED);
    },
  });
  host.builtins.begin();
  try {
    await heldTime.watch(() => Promise.race([perform(), work.ended]));
  } catch (error) {
    failed(error);
  }
  host.builtins.end();
  deafen();
  timers.dispose();
  side.dispose();
  record.end();
  const thrown = failures[0]?.() ?? work.reason;
  const problem = thrown === undefined
    ? record.overflow
    : scriptFailure(compiled, thrown);
  return {
    tests: record.tests(),
    console: record.lines,
    ...problem === undefined ? {} : { error: problem },
  };
}

async function evaluateTrusted(
  expression: Text,
  context: ScriptContext,
  { builtins }: Host,
): Promise<Evaluation> {
  const { text, at } = expression;
  const compiled = compiledOf({ phase: "tests", code: text, at });
  const record = new ScriptRecord(compiled);
  using work = new Work(undefined);
  const side = await createSide(compiled, {
    context,
    record,
    work,
    builtins,
    values: {},
  });
  builtins.begin();
  const withdraw = exposeBareNames(text, side.bridge);
  try {
    const value = holding(
      side.compile(`(function(NAMES){return (\n${text}\n)})`) as () => unknown,
    );
    if (value !== undefined) requireValue("compare the value", "value", value);
    return { ok: true, value: decode(encode(value)) as Value | undefined };
  } catch (thrown) {
    const diagnostic = evaluationFailure(compiled, describeThrown(thrown));
    return { ok: false, diagnostic };
  } finally {
    withdraw();
    builtins.end();
    side.dispose();
  }
}

/** Runs code that holds the thread until it gives back control. */
function holding<T>(run: () => T): T {
  const start = performance.now();
  try {
    return run();
  } finally {
    heldTime.add(performance.now() - start);
  }
}

function compiledOf(script: Script): CompiledScript {
  return { script, code: script.code, inserted: [], columns: "units" };
}

/** The script's side of the border, for one script. */
async function createSide(
  { script }: CompiledScript,
  { context, record, work, builtins, values: more }: {
    context: ScriptContext;
    record: ScriptRecord;
    work: Work;
    builtins: Builtins;
    /** Names that only the script itself sees. */
    values: Readonly<Record<string, unknown>>;
  },
) {
  const platform = new ScriptPlatform(Infinity);
  const bridge = createBridge({ context, recorder: record, platform }, work);
  const globals = createGlobals(bridge, {
    safeMode: false,
    watch: (promise) => promise,
  });
  const { sources, computed } = await modulesOf(
    script,
    {
      readFile: (path) => context.readFile(path),
      root: () => context.info.cwd,
      has: () => false,
    },
  );
  const bundles = computed ? await allModules() : sources;
  const find = await createRequire(context.info.cwd, { bundles, bridge });
  const require = (name: string) => builtins.loading(() => find(name));
  const { Event: _, CustomEvent: __, EventTarget: ___, ...own } =
    globals.values;
  const chai = bundles.has("chai")
    ? require("chai") as Record<string, unknown>
    : {};
  const values: Record<string, unknown> = {
    ...own,
    res: context.response === undefined ? undefined : own.res,
    expect: chai.expect,
    assert: chai.assert,
    require,
  };
  const { require: _require, ...shared } = values;
  Object.assign(values, more);
  const names = Object.keys(values);
  const withdraw = expose(globalThis, shared);
  const postman = script.dialect === "postman"
    ? (await import("../../script/inside/postman/create.ts")).createPostman({
      bridge,
      test: globals.test,
      skip: globals.skip,
      watch: (it) => it,
      require,
      hasResponse: context.response !== undefined,
    })
    : undefined;
  const { require: ownRequire, ...makers } = postman?.globals ?? {};
  if (ownRequire !== undefined) values.require = ownRequire();
  const withdrawPostman = [
    [globalThis, makers] as const,
    ...postman?.members ?? [],
  ].map(([target, members]) => exposeLazily(target, members));
  const { default: process } = await import("node:process");
  const allowExit = expose(process, { exit: refuseExit });
  return {
    globals,
    bridge,
    postman,
    /** A function of the code, which takes the names that stand for NAMES. */
    compile: (code: string): () => unknown => {
      const text = code.replace("NAMES", () => names.join(","));
      // Not in strict mode and by a name that stacks show: like in the sandbox.
      const run = evaluated(`${text}\n//# sourceURL=${SCRIPT_NAME}`);
      return () => run(...names.map((name) => values[name]));
    },
    dispose: () => {
      allowExit();
      for (const withdraw of withdrawPostman) withdraw();
      withdraw();
      platform[Symbol.dispose]();
    },
  };
}

/**
 * Puts what scripts see on an object: on the global one, where the collection's
 * own modules look for it. Gives the function that takes it away again.
 */
function expose(
  target: object,
  values: Readonly<Record<string, unknown>>,
): () => void {
  const restore = remember(target, Object.keys(values));
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, {
      value,
      writable: true,
      configurable: true,
    });
  }
  return restore;
}

/** The same of values that are made when they are first read. */
function exposeLazily(
  target: object,
  makers: Readonly<Record<string, () => unknown>>,
): () => void {
  const restore = remember(target, Object.keys(makers));
  lazyMembers(target, makers);
  return restore;
}

/** Gives the function that makes an object's members what they are now. */
function remember(target: object, names: readonly string[]): () => void {
  const before = names.map((name) =>
    [name, Object.getOwnPropertyDescriptor(target, name)] as const
  );
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor !== undefined) {
        Object.defineProperty(target, name, descriptor);
      } else delete (target as Record<string, unknown>)[name];
    }
  };
}

/** The function that a script's code is; throws what says that it is not JavaScript. */
function evaluated(code: string): (...values: unknown[]) => unknown {
  try {
    return (0, eval)(code);
  } catch (error) {
    // V8 does not tell where (v8:2589); the first line is better than none.
    throw Object.assign(error as Error, { lineNumber: 1 });
  }
}

function createBridge(border: Border, work: Work): Bridge {
  const refused = (error: unknown): BraceError => {
    const { name, message } = error as Error;
    const code = error instanceof DiagnosticError
      ? error.diagnostics[0]?.code
      : undefined;
    return new BraceError({
      name,
      message,
      stack: "",
      ...code === undefined ? {} : { code },
    });
  };
  // Encoded and decoded: values are snapshots here too.
  const copied = (value: unknown) => decode(encode(value));
  return {
    call: (name: string, ...args: unknown[]) => {
      try {
        const given = copied(args) as unknown[];
        return copied(callBorder(border, name, given));
      } catch (error) {
        throw refused(error);
      }
    },
    wait: async (name: string, ...args: unknown[]) => {
      try {
        const given = copied(args) as unknown[];
        return copied(await work.wait(waitBorder(border, name, given)));
      } catch (error) {
        throw refused(error);
      }
    },
  } as Bridge;
}

/** Node's own require from the collection's folder, and Brace's bundles for what that does not find. */
async function createRequire(
  folder: string,
  { bundles, bridge }: {
    bundles: ReadonlyMap<string, string>;
    bridge: Bridge;
  },
): Promise<(name: string) => unknown> {
  const { createRequire } = await import("node:module");
  const native = createRequire(`${folder === "" ? "/" : folder}/script.js`);
  const loaded = new Map<string, unknown>([
    ["brace:bridge", bridge],
    ["brace:send", { send, sendable }],
    ["brace:headers", headerValues],
  ]);
  const bundled = (name: string): unknown => {
    if (loaded.has(name)) return loaded.get(name);
    const source = bundles.get(name);
    if (source === undefined) return native(name);
    const factory = (0, eval)(
      `(function(module,exports,require){${source}\n})`,
    ) as ModuleFactory;
    const module = { exports: {} as unknown };
    factory(module, module.exports, bundled, name, "");
    loaded.set(name, module.exports);
    return module.exports;
  };
  return (name) => {
    // These go through Brace's engine, or have its additions.
    if (name === "axios" || name === "chai") return bundled(name);
    try {
      return native(name);
    } catch (error) {
      const { module, part } = partOf(name);
      const known = bundles.has(module)
        ? bundled(module)
        : bundles.has(bundleOf(module))
        ? (bundled(bundleOf(module)) as Record<string, unknown>)[module]
        : undefined;
      const found = part === undefined ? known : memberOf(known, part);
      if (found === undefined) throw error;
      return found;
    }
  };
}
