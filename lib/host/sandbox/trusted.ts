import type { Text } from "../../source/origin.ts";
import type { Script } from "../../collection/types.ts";
import { DiagnosticError } from "../../source/errors.ts";
import type { Value } from "../../scope/value.ts";
import { createGlobals } from "../../script/api/globals.ts";
import type { ModuleFactory } from "../../script/api/modules.ts";
import { headerValues } from "../../request/header_values.ts";
import { refuseExit } from "../../script/api/process.ts";
import { send } from "../../script/api/send.ts";
import { BraceError, describeThrown } from "../../script/api/thrown.ts";
import type { Bridge } from "../../script/bridge.ts";
import { bundleOf, memberOf, partOf } from "../../script/module_names.ts";
import { createDispatch } from "../../script/dispatch.ts";
import { decode, encode, requireValue } from "../../script/encode.ts";
import {
  type CompiledScript,
  evaluationFailure,
  scriptFailure,
} from "../../script/failure.ts";
import { SCRIPT_NAME } from "../../script/position.ts";
import { ScriptRecord } from "../../script/record.ts";
import type {
  Evaluation,
  Sandbox,
  ScriptContext,
  ScriptOutcome,
} from "../../script/types.ts";
import { callNamed } from "./host_answer.ts";
import { allModules, modulesOf } from "./modules_of.ts";
import { createPlatform } from "./platform.ts";

/**
 * Makes what runs scripts in Deno itself, with everything that Brace may do:
 * node's modules, packages of a `node_modules` folder, files, the network. It
 * sets no limits. Only for collections that the user trusts.
 */
export function createTrusted(): Sandbox {
  return {
    run: runTrusted,
    evaluate: evaluateTrusted,
    dispose: () => {},
  };
}

async function runTrusted(
  script: Script,
  context: ScriptContext,
): Promise<ScriptOutcome> {
  const compiled = compiledOf(script);
  const record = new ScriptRecord(compiled);
  const side = await createSide(compiled, { context, record });
  const dropped: unknown[] = [];
  const onDropped = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    dropped.push(event.reason);
  };
  globalThis.addEventListener("unhandledrejection", onDropped);
  let error: { thrown: unknown } | undefined;
  try {
    const run = side.compile(`(async function(NAMES){\n${script.code}\n})`);
    try {
      await run();
    } finally {
      await side.globals.settled();
      side.globals.end();
    }
    // Deno tells of dropped promises only after the current turn.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (dropped.length > 0) error = { thrown: dropped[0] };
  } catch (thrown) {
    error = { thrown };
  } finally {
    globalThis.removeEventListener("unhandledrejection", onDropped);
    side.dispose();
  }
  const problem = error === undefined
    ? record.overflow
    : scriptFailure(compiled, describeThrown(error.thrown));
  return {
    tests: record.tests(),
    console: record.lines,
    ...problem === undefined ? {} : { error: problem },
  };
}

async function evaluateTrusted(
  expression: Text,
  context: ScriptContext,
): Promise<Evaluation> {
  const { text, at } = expression;
  const compiled = compiledOf({ phase: "tests", code: text, at });
  const record = new ScriptRecord(compiled);
  const side = await createSide(compiled, { context, record });
  try {
    const value = side.compile(`(function(NAMES){return (\n${text}\n)})`)();
    if (value !== undefined) requireValue("compare the value", "value", value);
    return { ok: true, value: decode(encode(value)) as Value | undefined };
  } catch (thrown) {
    const diagnostic = evaluationFailure(compiled, describeThrown(thrown));
    return { ok: false, diagnostic };
  } finally {
    side.dispose();
  }
}

function compiledOf(script: Script): CompiledScript {
  return { script, code: script.code, inserted: [], columns: "units" };
}

/** The script's side of the border, for one script. */
async function createSide(
  { script }: CompiledScript,
  { context, record }: { context: ScriptContext; record: ScriptRecord },
) {
  const platform = createPlatform();
  const dispatch = createDispatch(context, record, platform);
  const bridge = createBridge(dispatch);
  const globals = createGlobals(bridge, {
    safeMode: false,
    watch: (promise) => promise,
  });
  const { sources, computed } = await modulesOf(
    script.code,
    { readFile: (path) => context.readFile(path), has: () => false },
  );
  const bundles = computed ? await allModules() : sources;
  const require = await createRequire(context.info.cwd, { bundles, bridge });
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
  const names = Object.keys(values);
  const { require: _require, ...shared } = values;
  const withdraw = expose(globalThis, shared);
  const { default: process } = await import("node:process");
  const allowExit = expose(process, { exit: refuseExit });
  return {
    globals,
    /** A function of the code, which takes the names that stand for NAMES. */
    compile: (code: string): () => unknown => {
      const text = code.replace("NAMES", () => names.join(","));
      // Not in strict mode and by a name that stacks show: like in the sandbox.
      const run = evaluated(`${text}\n//# sourceURL=${SCRIPT_NAME}`);
      return () => run(...names.map((name) => values[name]));
    },
    dispose: () => {
      allowExit();
      withdraw();
      platform.dispose();
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
  const before = Object.keys(values).map((name) =>
    [name, Object.getOwnPropertyDescriptor(target, name)] as const
  );
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, {
      value,
      writable: true,
      configurable: true,
    });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor !== undefined) {
        Object.defineProperty(target, name, descriptor);
      } else delete (target as Record<string, unknown>)[name];
    }
  };
}

/** The function that a script's code is; throws what says that it is no JavaScript. */
function evaluated(code: string): (...values: unknown[]) => unknown {
  try {
    return (0, eval)(code);
  } catch (error) {
    // V8 does not tell where; the first line is better than none.
    throw Object.assign(error as Error, { lineNumber: 1 });
  }
}

function createBridge(
  { calls, waits }: ReturnType<typeof createDispatch>,
): Bridge {
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
        return copied(callNamed(calls, name, given));
      } catch (error) {
        throw refused(error);
      }
    },
    wait: async (name: string, ...args: unknown[]) => {
      try {
        const given = copied(args) as unknown[];
        return copied(await callNamed(waits, name, given));
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
    ["brace:send", send],
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
