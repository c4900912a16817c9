import { encode, requireValue } from "../encode.ts";
import { type Border, createBorder, type HostCall } from "./border.ts";
import { setClock } from "./clock.ts";
import { createGlobals } from "./globals.ts";
import { createModules, type ModuleFactory } from "./modules.ts";
import { createProcess } from "./process.ts";
import { trackPromises } from "./promises.ts";
import { seedRandom } from "./random.ts";
import { send } from "./send.ts";
import { describeThrown } from "./thrown.ts";
import { createTimers } from "./timers.ts";

/** What Brace calls on the script's side. */
export interface Installed {
  /** Makes everything ready for the next script. */
  begin(answered: boolean, now: number, seed: number): void;
  /** Runs a script's function; "finish" is called with its error, if any, when it and its tests have ended. */
  run(script: () => unknown, length: number): void;
  /** Ends a script of which nothing is waiting any more; gives the encoded error that nothing handled, if any. */
  end(): string;
  /** The encoded value of an expression's function. */
  evaluate(expression: () => unknown, length: number): string;
  settle: Border["settle"];
  /** Makes a module known by name. */
  define(name: string, factory: ModuleFactory): void;
}

/** Puts everything a script sees on the global object. */
export function install(host: HostCall): Installed {
  const promises = trackPromises();
  const { bridge, load, settle } = createBorder(host);
  const failures: unknown[] = [];
  const timers = createTimers(bridge, (error) => failures.push(error));
  const globals = createGlobals(bridge, {
    safeMode: true,
    watch: promises.watch,
  });
  const modules = createModules({
    load,
    read: (path) => bridge.call("readFile", path),
  });
  modules.add("brace:bridge", bridge);
  modules.add("brace:send", send);
  setGlobals({
    ...globals.values,
    ...timers.values,
    process: createProcess(bridge),
    require: modules.require,
    global: globalThis,
    [WATCH]: promises.watch,
  });
  for (const name of ["expect", "assert"]) {
    lazyGlobal(
      name,
      () => (modules.require("chai") as Record<string, unknown>)[name],
    );
  }
  return {
    begin: (answered, now, seed) => {
      globals.begin();
      setClock(bridge, now);
      seedRandom(seed);
      setGlobals({ res: answered ? globals.values.res : undefined });
    },
    run: (script, length) => {
      requireWhole(script, length);
      globals.run(script).then(
        () => host("finish", 0, "null"),
        (error) => host("finish", 0, encode(describeThrown(error))),
      ).then(timers.end);
    },
    end: () => {
      try {
        globals.end();
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return encode(describeThrown(failures[0]));
      const [dropped] = promises.unhandled();
      if (dropped === undefined) return "null";
      const thrown = describeThrown(dropped.error);
      const message =
        `a promise that nothing awaits was rejected: ${thrown.message}`;
      return encode({ ...thrown, message });
    },
    evaluate: (expression, length) => {
      try {
        requireWhole(expression, length);
        const value = expression();
        if (value !== undefined) requireValue("the result", "it", value);
        return "v" + encode(value);
      } catch (error) {
        return "e" + encode(describeThrown(error));
      }
    },
    settle,
    define: (name, factory) => {
      const exports = modules.define(name, factory);
      const members = exports as Record<string, unknown>;
      if (name === "brace:web") setGlobals(members);
      if (name === "brace:node") {
        for (const [key, value] of Object.entries(members)) {
          modules.add(key, value);
        }
      }
    },
  };
}

const sourceOf = Function.prototype.call.bind(Function.prototype.toString) as (
  value: unknown,
) => string;

/** Refuses code that closes the function around it and goes on behind. */
function requireWhole(code: () => unknown, length: number): void {
  if (typeof code === "function" && sourceOf(code).length === length) return;
  const error = new SyntaxError("a bracket is closed that was not opened");
  throw Object.assign(error, { lineNumber: 1 });
}

/** The global that Brace puts around calls whose promise a script drops. */
const WATCH = "$brace_watch";

function setGlobals(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
    });
  }
}

/** A global that is made when it is first read, and can be replaced. */
function lazyGlobal(name: string, make: () => unknown): void {
  const set = (value: unknown) => setGlobals({ [name]: value });
  Object.defineProperty(globalThis, name, {
    get: () => {
      const value = make();
      set(value);
      return value;
    },
    set,
    configurable: true,
  });
}
