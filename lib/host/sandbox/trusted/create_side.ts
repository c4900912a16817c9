import { createGlobals } from "../../../embedded/sandbox/globals.ts";
import { refuseExit } from "../../../embedded/sandbox/process.ts";
import type { ScriptRecord } from "../../../core/script/border/record.ts";
import type { ScriptContext } from "../../../core/script/border/types.ts";
import type { CompiledScript } from "../../../core/script/failure.ts";
import { SCRIPT_NAME } from "../../../core/script/position.ts";
import { allModules, modulesOf } from "../modules_of.ts";
import { ScriptPlatform } from "../script_platform.ts";
import type { Builtins } from "./builtins.ts";
import { createBridge } from "./create_bridge.ts";
import { createRequire } from "./create_require.ts";
import { expose, exposeLazily } from "./expose.ts";
import type { Work } from "./work.ts";

/** The script's side of the border, for one script. */
export async function createSide(
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
    ? (await import("../../../embedded/sandbox/postman/create.ts"))
      .createPostman({
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

/** The function that a script's code is; throws what says that it is not JavaScript. */
function evaluated(code: string): (...values: unknown[]) => unknown {
  try {
    return (0, eval)(code);
  } catch (error) {
    // V8 does not tell where (v8:2589); the first line is better than none.
    throw Object.assign(error as Error, { lineNumber: 1 });
  }
}
