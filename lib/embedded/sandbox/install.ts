import { SURROUNDINGS, WATCH } from "../../core/script/compiled_code.ts";
import {
  decode,
  encode,
  requireValue,
} from "../../core/script/border/encode.ts";
import { headerValues } from "../../core/http/header_of.ts";
import { exposeBareNames } from "./bare_names.ts";
import { createGlobals } from "./globals.ts";
import { installJson } from "./json.ts";
import { installLocale } from "./locale.ts";
import { lazyMembers } from "./lazy_members.ts";
import type { ModuleCall } from "../../core/collection/required/exports_map.ts";
import type { FoundModule } from "../../core/collection/required/package_path.ts";
import { createModules, type ModuleFactory } from "./modules.ts";
import type { createPostman, Postman } from "./postman/create.ts";
import { createProcess } from "./process.ts";
import { trackPromises } from "./promises.ts";
import { sendable, sendByScript } from "./http/send.ts";
import { BraceError, describeDropped, describeThrown } from "./thrown.ts";
import { createTimers } from "./timers.ts";
import type { Bridge, Thrown } from "../../core/script/border/bridge.ts";

/** Scripts may replace the global one. */
const NativeError = Error;

/**
 * Brace's side as one function: `id` 0 is a call, any other a wait that is
 * settled later under this id. Gives "v" and an encoded value, "e" and an
 * encoded error, bytes, or for "load" and "offer" a module's function.
 */
type HostCall = (
  name: string,
  id: number,
  args: string,
) => string | ArrayBuffer | ModuleFactory | undefined;

/** The border as the script's side sees it. */
interface Border {
  readonly bridge: Bridge;
  /** Compiles a file of the collection. */
  load(path: string): ModuleFactory;
  /** Compiles a module that Brace has; undefined where it has none of that name. */
  offer(name: string): ModuleFactory | undefined;
  /** Finds the file of a package, or of what one of its files asks for. */
  find(name: string, folder: string, call: ModuleCall): FoundModule;
  /** Settles the wait of this id with what Brace gives. */
  settle(id: number, result: string | ArrayBuffer): void;
}

/** Makes the script's side of the border over Brace's one function. */
function createBorder(host: HostCall): Border {
  const waiting = new Map<
    number,
    {
      resolve: (value: unknown) => void;
      reject: (error: unknown) => void;
      /** Where it was called: when it is settled, no script is on the stack. */
      stack: string | undefined;
    }
  >();
  let lastId = 0;
  const bridge = {
    call: (name: string, ...args: unknown[]) =>
      received(host(name, 0, encode(args))),
    wait: (name: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const text = encode(args);
        waiting.set(id, {
          resolve: resolve as (value: unknown) => void,
          reject,
          stack: new NativeError().stack,
        });
        const refused = host(name, id, text);
        if (refused === undefined) return;
        waiting.delete(id);
        received(refused);
      }),
  } as Bridge;
  const settle = (id: number, result: string | ArrayBuffer) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    try {
      waiter?.resolve(received(result));
    } catch (error) {
      waiter?.reject(Object.assign(error as Error, { stack: waiter.stack }));
    }
  };
  const load = (path: string) =>
    received(host("load", 0, encode([path]))) as ModuleFactory;
  const offer = (name: string) =>
    received(host("offer", 0, encode([name]))) as ModuleFactory | undefined;
  const find: Border["find"] = (...args) =>
    received(host("find", 0, encode(args))) as FoundModule;
  return { bridge, load, offer, find, settle };
}

function received(result: ReturnType<HostCall>): unknown {
  if (result === undefined || typeof result === "function") return result;
  if (typeof result !== "string") return new Uint8Array(result);
  const value = decode(result.slice(1));
  if (result[0] === "e") throw new BraceError(value as Thrown);
  return value;
}

/**
 * Makes `Math.random` follow the run's random source: the first call of a
 * script takes one number of it to seed a generator (xorshift32), since asking
 * for each would cross the border. Gives the function that begins anew.
 */
function followRandom(bridge: Bridge): () => void {
  let state = 0;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  Math.random = () => {
    if (state === 0) {
      const seed = bridge.call("random");
      state = Math.floor(seed * 0xffffffff) | 0 || 0x9e3779b9;
    }
    return (next() * 0x200000 + (next() >>> 11)) / 2 ** 53;
  };
  return () => {
    state = 0;
  };
}

const NativeDate = Date;

/** Makes `Date` follow the run's clock. */
function followClock(bridge: Bridge): void {
  const runNow = () => bridge.call("now");
  function RunDate(...args: unknown[]) {
    if (new.target === undefined) return new NativeDate(runNow()).toString();
    return Reflect.construct(
      NativeDate,
      args.length === 0 ? [runNow()] : args,
      new.target,
    );
  }
  for (const name of ["UTC", "parse", "prototype"] as const) {
    Object.defineProperty(RunDate, name, { value: NativeDate[name] });
  }
  Object.defineProperty(RunDate, "now", { value: runNow });
  Object.defineProperty(globalThis, "Date", {
    value: RunDate,
    writable: true,
    configurable: true,
  });
  NativeDate.prototype.constructor = RunDate;
}

/** What Brace calls on the script's side. */
export interface Installed {
  /**
   * Runs a script's function of `length` characters. Gives its end (see
   * `end`), or "" when it or a test still waits, and for Postman's always:
   * what a script of these tells at its end is told once.
   */
  start(
    script: () => unknown,
    length: number,
    isAsync: boolean,
    surroundings: number,
  ): string;
  /**
   * Ends a script of which nothing is waiting any more: "o" when all is well,
   * "g" when it made globals besides, "n" when it never ends, "e" and an
   * encoded error when it failed.
   */
  end(): string;
  /** "v" and the encoded value of an expression's function, or "e" and an encoded error. */
  evaluate(
    expression: () => unknown,
    length: number,
    surroundings: number,
  ): string;
  settle: Border["settle"];
  /** Makes a module known by name. */
  define(name: string, factory: ModuleFactory): void;
}

/** Puts everything a script sees on the global object. */
export function install(host: HostCall): Installed {
  const promises = trackPromises();
  installLocale();
  const { bridge, load, offer, find, settle } = createBorder(host);
  installJson(bridge);
  const failures: unknown[] = [];
  const timers = createTimers(bridge, (error) => failures.push(error));
  const globals = createGlobals(bridge, {
    safeMode: true,
    watch: promises.watch,
    load: (name) => modules.require(name),
  });
  const define = (name: string, factory: ModuleFactory) => {
    names = 0;
    const exports = modules.define(name, factory);
    const members = exports as Record<string, unknown>;
    if (name === "brace:web") setGlobals(members);
    if (name === "brace:node") {
      for (const [key, value] of Object.entries(members)) {
        modules.add(key, value);
      }
    }
  };
  const modules = createModules({
    load,
    read: (path) => bridge.call("readFile", path),
    root: () => bridge.call("info").cwd,
    find,
    offer,
    define,
  });
  modules.add("brace:bridge", bridge);
  modules.add("brace:send", { send: sendByScript, sendable });
  modules.add("brace:headers", headerValues);
  setGlobals({
    ...globals.values,
    ...timers.values,
    process: createProcess(bridge),
    require: modules.require,
    global: globalThis,
    // Its steps are those of the run's clock.
    performance: { timeOrigin: 0, now: () => Date.now() },
    [WATCH]: watchOf(promises.watch),
  });
  for (const name of ["expect", "assert"]) {
    lazyMembers(target, {
      [name]: () => (modules.require("chai") as Record<string, unknown>)[name],
    });
  }
  const resetRandom = followRandom(bridge);
  let ended = false;
  let thrown: { error: unknown } | undefined;
  let names = 0;
  let postman: Postman | undefined;
  const begin = (surroundings: number) => {
    globals.begin();
    promises.reset();
    resetRandom();
    timers.reset();
    failures.length = 0;
    ended = false;
    thrown = undefined;
    const hasResponse = (surroundings & SURROUNDINGS.response) !== 0;
    target.res = hasResponse ? globals.values.res : undefined;
    if ((surroundings & SURROUNDINGS.clock) !== 0) followClock(bridge);
    if (names === 0) names = ownKeys(target).length;
    if ((surroundings & SURROUNDINGS.postman) !== 0) beginPostman(hasResponse);
  };
  const beginPostman = (hasResponse: boolean) => {
    const create = modules.require(POSTMAN) as typeof createPostman;
    postman = create({
      bridge,
      hasResponse,
      test: globals.test,
      skip: globals.skip,
      watch: promises.watch,
      require: modules.require,
    });
    lazyMembers(target, postman.globals);
    for (const [object, members] of postman.members) {
      lazyMembers(object, members);
    }
  };
  const finish = () => {
    ended = true;
    timers.end();
  };
  const follow = (promise: unknown) => {
    Promise.resolve(promise)
      .then(undefined, (error) => {
        thrown = { error };
      })
      .then(globals.settled).then(finish);
    return "";
  };
  const end = (): string => {
    if (!ended) globals.abandon();
    try {
      postman?.finish(target.tests);
      if (ended) globals.end();
    } catch (error) {
      failures.push(error);
    }
    if (thrown !== undefined) failures.unshift(thrown.error);
    const isFailure = (error: unknown) =>
      postman === undefined || error !== postman.skipped;
    const failure = failures.findIndex(isFailure);
    if (failure !== -1) return "e" + encode(describeThrown(failures[failure]));
    const dropped = promises.unhandled().find(({ error }) => isFailure(error));
    if (dropped !== undefined) {
      return "e" + encode(describeDropped(dropped.error));
    }
    if (!ended) return "n";
    return ownKeys(target).length === names ? "o" : "g";
  };
  return {
    start: (script, length, isAsync, surroundings) => {
      begin(surroundings);
      try {
        requireWhole(script, length);
        const result = script();
        if (isAsync) return follow(result);
      } catch (error) {
        thrown = { error };
      }
      if (globals.running() > 0) return follow(undefined);
      finish();
      return postman === undefined ? end() : "";
    },
    end,
    evaluate: (expression, length, surroundings) => {
      begin(surroundings);
      let withdraw: (() => void) | undefined;
      try {
        requireWhole(expression, length);
        withdraw = exposeBareNames(sourceOf(expression), bridge);
        const value = expression();
        if (value !== undefined) {
          requireValue("compare the value", "value", value);
        }
        return "v" + encode(value);
      } catch (error) {
        return "e" + encode(describeThrown(error));
      } finally {
        withdraw?.();
      }
    },
    settle,
    define,
  };
}

const { apply, ownKeys } = Reflect;
const target = globalThis as Record<string, unknown>;
const sourceOf = Function.prototype.call.bind(Function.prototype.toString) as (
  value: unknown,
) => string;

/** Refuses code that closes the function around it and goes on behind. */
function requireWhole(code: () => unknown, length: number): void {
  if (typeof code === "function" && sourceOf(code).length === length) return;
  const error = new SyntaxError("a bracket is closed that was not opened");
  throw Object.assign(error, { lineNumber: 1 });
}

/** The bundle that makes Postman's API. */
const POSTMAN = "brace:postman";

/** Watches what a call gives, or what each call of a function does. */
function watchOf(watch: <T>(value: T) => T): (value: unknown) => unknown {
  return (value) =>
    typeof value !== "function" ? watch(value) : function (
      this: unknown,
      ...args: unknown[]
    ): unknown {
      return watch(apply(value, this, args));
    };
}

function setGlobals(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    // The bundler shortens names, and messages speak of "an instance of URL".
    if (typeof value === "function") {
      Object.defineProperty(value, "name", { value: name, configurable: true });
    }
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
    });
  }
}
