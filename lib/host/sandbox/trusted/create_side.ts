import process from "node:process";
import { createRequire as nodeRequire } from "node:module";
import { createGlobals } from "../../../embedded/sandbox/globals.ts";
import { refuseExit } from "../../../embedded/sandbox/process.ts";
import type { ScriptRecord } from "../../../core/script/border/record.ts";
import type { ScriptContext } from "../../../core/script/border/types.ts";
import {
  CANCELLED,
  type CompiledScript,
} from "../../../core/script/failure.ts";
import { SCRIPT_NAME } from "../../../core/script/position.ts";
import { allModules, modulesOf } from "../modules_of.ts";
import { relativePath } from "../../files/load/shown_path.ts";
import { ScriptPlatform } from "../script_platform.ts";
import type { Builtins } from "./builtins.ts";
import { lazyMembers } from "../../../embedded/sandbox/lazy_members.ts";
import type { Bridge, Thrown } from "../../../core/script/border/bridge.ts";
import {
  callBorder,
  type HostBorder,
  waitBorder,
} from "../../../core/script/border/dispatch.ts";
import { decode, encode } from "../../../core/script/border/encode.ts";
import { BraceError } from "../../../embedded/sandbox/thrown.ts";
import { DiagnosticError, spoken } from "../../../core/source/errors.ts";
import { headerValues } from "../../../core/http/header_of.ts";
import type { ModuleFactory } from "../../../embedded/sandbox/modules.ts";
import { sendable, sendByScript } from "../../../embedded/sandbox/http/send.ts";
import {
  bundleOf,
  moduleMember,
  npmRefusal,
  partOf,
} from "../../../core/collection/required/module_names.ts";

/** The script's side of the border, for one script. */
export async function createSide(
  { script }: CompiledScript,
  { context, record, work, builtins, values: more }: {
    context: ScriptContext;
    record: ScriptRecord;
    work: TrustedWork;
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
    load: (name) => require(name),
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
  const find = createRequire(context.info.cwd, { bundles, bridge });
  const require = (name: string) => builtins.loading(() => find(name));
  const { Event: _, CustomEvent: __, EventTarget: ___, ...own } =
    globals.values;
  // Brace's own bundle, which changes none of JavaScript's objects.
  const chai = bundles.has("chai")
    ? find("chai") as Record<string, unknown>
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
 * Without Brace's own path: Deno takes this file for the one that a script's
 * `import()` stands in (no issue exists).
 */
export function withoutOwnPath(thrown: Thrown): Thrown {
  const own = import.meta.url;
  const folder = own.slice(0, own.lastIndexOf("/") + 1);
  const plain = thrown.message.replace(` from "${own}"`, "");
  const message = plain.replaceAll(`"${folder}`, '"./');
  return message === thrown.message ? thrown : {
    ...thrown,
    message: message === plain
      ? plain
      : `${
        message.replace(/\.$/, "")
      } (import() does not look in the collection: write require)`,
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

/** The border between Brace and a script that runs in Deno itself. */
function createBridge(border: HostBorder, work: TrustedWork): Bridge {
  const refused = (error: unknown): BraceError => {
    const { name } = error as Error;
    const message = spoken(error, border.context.words);
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

/** The file in the collection's folder that a script is for Node. */
const SCRIPT_FILE = "script.js";

/** Node's own require from the collection's folder, and Brace's bundles for what that does not find. */
function createRequire(
  folder: string,
  { bundles, bridge }: {
    bundles: ReadonlyMap<string, string>;
    bridge: Bridge;
  },
): (name: string) => unknown {
  const native = nodeRequire(
    `${folder === "" ? "/" : folder}/${SCRIPT_FILE}`,
  );
  // Without an ending TypeScript is found, too, after all else.
  native.extensions[".ts"] ??= native.extensions[".js"];
  const loaded = new Map<string, unknown>([
    ["brace:bridge", bridge],
    ["brace:send", { send: sendByScript, sendable }],
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
      const found = part === undefined ? known : moduleMember(known, part);
      if (found === undefined) throw asRefused(error, folder);
      return found;
    }
  };
}

/**
 * In place of Node's error for a missing module: for a name of npm's what a
 * script in the sandbox gets, and else one line. Node lists the files that led
 * to it; only a file that a person wrote helps to find the call.
 */
function asRefused(error: unknown, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  const [, name] =
    /^Cannot find module '([^\n]+)'(?:\n|$)/.exec(error.message) ??
      [];
  if (name === undefined) return error;
  const refused = npmRefusal(name);
  if (refused !== undefined) {
    return new TypeError(`Cannot require "${name}": ${refused}`);
  }
  const { requireStack: [by] = [] } = error as {
    readonly requireStack?: readonly string[];
  };
  const file = by === undefined ? SCRIPT_FILE : relativePath(folder, by);
  const whole = error.message;
  error.message = `Cannot find module '${name}'${
    file === SCRIPT_FILE ? "" : ` (required by "${file}")`
  }`;
  error.stack = error.stack?.replace(whole, () => error.message);
  return error;
}

/** What a script that runs in Deno itself has under way. */
export class TrustedWork implements Disposable {
  /** Settles when the script is not waited for any more. */
  readonly ended: Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  readonly #signal: AbortSignal | undefined;
  readonly #cancel = () => this.end(CANCELLED);
  #reason: Thrown | undefined;
  #waiting = 0;
  #wake: () => void = () => {};

  /** Begins without any; `signal` ends it. */
  constructor(signal: AbortSignal | undefined) {
    this.ended = this.#end.promise;
    this.#signal = signal;
    if (signal?.aborted) this.#cancel();
    signal?.addEventListener("abort", this.#cancel);
  }

  /** Why the script is not waited for any more. */
  get reason(): Thrown | undefined {
    return this.#reason;
  }

  /** Whether Brace is at something for the script. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Waits for Brace; the script does not end before. */
  async wait(promise: unknown): Promise<unknown> {
    this.#waiting++;
    try {
      return await promise;
    } finally {
      this.#waiting--;
      this.changed();
    }
  }

  /** Settles at the next change. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => this.#wake = resolve);
  }

  /** Something has ended that was under way. */
  changed(): void {
    this.#wake();
  }

  /** Ends waiting for the script. */
  end(reason: Thrown): void {
    this.#reason ??= reason;
    this.#end.resolve();
  }

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener("abort", this.#cancel);
  }
}
