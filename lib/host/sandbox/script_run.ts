import type { QuickJSHandle } from "quickjs-emscripten-core";
import type { Value } from "../../core/scope/value/value.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { ScriptError } from "../../core/source/errors.ts";
import type { Thrown } from "../../core/script/border/bridge.ts";
import { SURROUNDINGS } from "../../core/script/compiled_code.ts";
import {
  callBorder,
  type HostBorder,
} from "../../core/script/border/dispatch.ts";
import { decode } from "../../core/script/border/encode.ts";
import {
  CANCELLED,
  type CompiledScript,
  evaluationFailure,
  MORE_MEMORY,
  NEVER_SETTLED,
  OUT_OF_MEMORY,
  scriptFailure,
  scriptTimeout,
} from "../../core/script/failure.ts";
import { readThrown } from "../../core/script/border/record.ts";
import type { ModuleCall } from "../../core/collection/required/exports_map.ts";
import { ModuleFinder } from "../../core/collection/required/package_path.ts";
import { once } from "../../core/source/once.ts";
import type { FileCodes } from "./file_code.ts";
import { sleep } from "../sleep.ts";
import { ScriptRecord } from "../../core/script/border/record.ts";
import { FILE_PREFIX, SCRIPT_NAME } from "../../core/script/position.ts";
import type {
  Evaluation,
  ScriptContext,
  ScriptOutcome,
} from "../../core/script/border/types.ts";
import type { Instance } from "./instance.ts";
import { type Escaped, isEscaped, type Limits } from "./limited_quickjs.ts";
import type { HostHandler } from "./host_result.ts";
import { hostResult, loadingHandler, refusalResult } from "./host_result.ts";
import type { KnownCode } from "./known_code.ts";
import { ScriptPlatform } from "./script_platform.ts";
import { ScriptWaits } from "./script_waits.ts";

/** Running time that is granted to find out where a stopped script was. */
const GRACE = 50;

/** Milliseconds of a script after which the process listens before it goes on. */
const DEAF = 200;
/** For so long. */
const LISTENING = 10;

/** How far, in milliseconds, the run's clock may be off the machine's. */
const CLOCK_TOLERANCE = 2000;

/** Calls that make Brace keep what they are given. */
const KEEPING = [
  "test",
  "variable.set",
  "request.set",
  "response.setBody",
  "cookies.set",
];

/** Waits, and lets other scripts compute meanwhile. */
type Aside = (waiting: Promise<void>) => Promise<void>;

/** One run of one script in an instance. */
export class ScriptRun {
  /** Whether the script ended, and left neither globals nor work. */
  endedWell = false;
  /** Whether it saw another clock than the machine's. */
  ownClock = false;
  /** Whether it was taken as an expression. */
  isExpression = false;
  readonly #instance: Instance;
  readonly #compiled: CompiledScript & KnownCode;
  readonly #limits: Limits;
  readonly #aside: Aside;
  readonly #context: ScriptContext;
  readonly #border: HostBorder;
  readonly #platform: ScriptPlatform;
  readonly #record: ScriptRecord;
  readonly #waits: ScriptWaits;
  readonly #files: FileCodes;
  readonly #finder = once(() => {
    const context = this.#context;
    return new ModuleFinder({
      above: () => context.foldersAbove?.() ?? 0,
      find: (path) => context.findFile(path),
      read: (path) => context.readFile(path),
      near: (path) => context.nearFile?.(path),
      outside: (name) => context.packageOutside?.(name),
    });
  });
  #cancelled = false;
  #kept = 0;

  constructor(
    instance: Instance,
    script: CompiledScript & KnownCode,
    context: ScriptContext,
    { limits, files, aside }: {
      readonly limits: Limits;
      readonly files: FileCodes;
      readonly aside: Aside;
    },
  ) {
    this.#instance = instance;
    this.#files = files;
    const compiled = { ...script, files };
    this.#compiled = compiled;
    this.#context = context;
    this.#limits = limits;
    this.#aside = aside;
    this.#record = new ScriptRecord(compiled, (it) => this.#explained(it));
    this.#platform = new ScriptPlatform(limits.memory);
    this.#border = {
      context,
      recorder: this.#record,
      platform: this.#platform,
    };
    this.#waits = new ScriptWaits(this.#border);
  }

  /** Runs the script and gives what it did; never throws for what it does. */
  async run(): Promise<ScriptOutcome> {
    let error: Diagnostic | undefined;
    const { signal } = this.#context;
    const cancel = () => this.cancel();
    signal?.addEventListener("abort", cancel);
    const start = performance.now();
    try {
      error = await this.#perform();
      // Ctrl-C that was pressed meanwhile is heard before anything else is sent.
      if (performance.now() - start > DEAF) await sleep(LISTENING);
    } finally {
      signal?.removeEventListener("abort", cancel);
      this.#platform[Symbol.dispose]();
      this.#instance.handler = loadingHandler;
    }
    error ??= this.#record.overflow;
    return {
      tests: this.#record.tests(),
      console: this.#record.lines,
      ...this.#record.notSent(error),
      ...error === undefined ? {} : { error },
    };
  }

  /** The value of the script taken as an expression. */
  evaluate(): Evaluation {
    this.isExpression = true;
    const fail = (thrown: Thrown): Evaluation => ({
      ok: false,
      diagnostic: evaluationFailure(this.#compiled, thrown),
    });
    const code = `function(){return (\n${this.#compiled.code}\n)}`;
    const expression = this.#compile(code);
    if (isEscaped(expression)) return fail(this.#named(expression));
    const result = this.#instance.call(
      "evaluate",
      expression,
      code.length,
      this.#surroundings(),
    );
    if (isEscaped(result)) return fail(this.#named(result));
    const encoded = this.#instance.text(result);
    const value = decoded(encoded);
    if (encoded[0] !== "v") return fail(readThrown(value));
    this.endedWell = !this.#instance.hasJobs;
    return { ok: true, value: value as Value | undefined };
  }

  /** Ends a script that waits; what it did so far stays. */
  cancel(): void {
    this.#cancelled = true;
    this.#platform[Symbol.dispose]();
    this.#waits.wake();
  }

  get #isPostman(): boolean {
    return this.#compiled.script.dialect === "postman";
  }

  get #isCancelled(): boolean {
    return this.#cancelled || this.#context.signal?.aborted === true;
  }

  /** Compiles a function. Whatever runs by that already is refused everything. */
  #compile(code: string): QuickJSHandle | Escaped {
    this.#instance.handler = loadingHandler;
    const compiled = this.#instance.compile(`(${code})`, SCRIPT_NAME, {
      keep: this.#compiled.leavesNothing,
    });
    this.#instance.handler = this.#handler;
    return compiled;
  }

  /** What the script's side must know before it begins. */
  #surroundings(): number {
    const { response, info } = this.#context;
    this.ownClock = Math.abs(info.now() - Date.now()) > CLOCK_TOLERANCE;
    return (response === undefined ? 0 : SURROUNDINGS.response) |
      (this.ownClock ? SURROUNDINGS.clock : 0) |
      (this.#isPostman ? SURROUNDINGS.postman : 0);
  }

  #named(escaped: Escaped): Thrown {
    return this.#instance.timedOut
      ? {
        name: "Error",
        message: `it runs longer than ${this.#instance.exceeded}`,
        stack: escaped.stack,
      }
      : escaped;
  }

  async #perform(): Promise<Diagnostic | undefined> {
    const instance = this.#instance;
    const waits = this.#waits;
    const isAsync = /\bawait\b/.test(this.#compiled.code);
    const code = `${
      isAsync ? "async " : ""
    }function(){\n${this.#compiled.code}\n}`;
    const script = this.#compile(code);
    if (isEscaped(script)) return this.#stopped(compileError(script));
    const started = instance.call(
      "start",
      script,
      code.length,
      isAsync,
      this.#surroundings(),
    );
    if (isEscaped(started)) return this.#stopped(started);
    const isOver = !instance.hasJobs && waits.isOver &&
      !instance.timedOut;
    if (isOver && !this.#isPostman) {
      return this.#ended(instance.text(started));
    }
    for (;;) {
      const escaped = instance.settle();
      if (escaped !== undefined || instance.timedOut || instance.broken) {
        return this.#stopped(escaped);
      }
      if (waits.isOver) break;
      if (!waits.hasSettled) {
        if (!this.#isCancelled) await this.#aside(waits.next());
        if (this.#isCancelled) return scriptFailure(this.#compiled, CANCELLED);
      }
      for (const [id, result] of waits.take()) {
        instance.charge(1);
        const escaped = instance.call("settle", id, result);
        if (isEscaped(escaped)) return this.#stopped(escaped);
      }
    }
    const ended = instance.call("end");
    return isEscaped(ended)
      ? this.#stopped(ended)
      : this.#ended(instance.text(ended));
  }

  /** What the end of a script says; see the script's side. */
  #ended(end: string): Diagnostic | undefined {
    this.endedWell = end === "o";
    switch (end[0]) {
      case "o":
      case "g":
        return undefined;
      case "e":
        return this.#failure(readThrown(decoded(end)));
      default:
        return this.#failure(NEVER_SETTLED);
    }
  }

  #stopped(escaped: Escaped | undefined): Diagnostic {
    if (!this.#instance.timedOut) {
      return this.#failure(
        escaped ?? { name: "Error", message: "the sandbox crashed", stack: "" },
      );
    }
    const { exceeded } = this.#instance;
    this.#instance.grant(GRACE);
    const stack = escaped?.stack ?? this.#instance.settle()?.stack ??
      this.#stackAtEnd();
    return scriptTimeout(this.#compiled, exceeded, stack);
  }

  /** Where an asynchronous script was stopped: its promise got to know. */
  #stackAtEnd(): string {
    const ended = this.#instance.call("end");
    if (isEscaped(ended)) return ended.stack;
    const end = this.#instance.text(ended);
    return end[0] === "e" ? readThrown(decoded(end)).stack : "";
  }

  /** The field's own function: one that is assigned later stays with all that it sees. */
  readonly #handler: HostHandler = (name, id, args) => {
    try {
      const values = decode(args) as unknown[];
      if (name === "load") {
        const path = `${values[0]}`;
        return this.#instance.compileFile(
          this.#files.of(path, this.#context.readFile(path)),
          FILE_PREFIX + path,
        );
      }
      if (name === "find") {
        const [module, folder, call] = values as [string, string, ModuleCall];
        return hostResult(this.#finder().find(module, folder, call));
      }
      if (name === "offer") {
        return this.#instance.compileOffered(`${values[0]}`);
      }
      if (KEEPING.includes(name)) this.#keep(args.length);
      if (name === "wake") this.#waits.forget(Number(values[0]));
      if (id === 0) {
        return hostResult(callBorder(this.#border, name, values));
      }
      this.#waits.start(name, id, values);
      return undefined;
    } catch (error) {
      return refusalResult(error, this.#context.words);
    }
  };

  #failure(thrown: Thrown): Diagnostic {
    return scriptFailure(this.#compiled, this.#explained(thrown));
  }

  /**
   * Without memory for an error QuickJS throws null, and where it stops a script
   * an error that names no limit, by design: there is no issue.
   */
  #explained(thrown: Thrown): Thrown {
    const { exceeded } = this.#instance;
    if (
      exceeded !== "" && thrown.name === "InternalError" &&
      thrown.message === "interrupted"
    ) {
      const message = `it ran longer than ${exceeded}`;
      return { ...thrown, name: "Error", message };
    }
    const { starved, lowAt } = this.#instance;
    if (!starved || thrown.message !== "null") return thrown;
    return { ...thrown, message: "", stack: lowAt, code: "SCRIPT_MEMORY" };
  }

  /** What scripts hand over stays outside of their memory, and counts, too. */
  #keep(size: number): void {
    this.#kept += size;
    if (this.#kept <= this.#limits.memory) return;
    throw new ScriptError([{
      code: "SCRIPT_MEMORY",
      severity: "error",
      message: OUT_OF_MEMORY,
      waysOut: MORE_MEMORY,
    }]);
  }
}

/** What follows the letter of a result; undefined where a script tampered with it. */
function decoded(result: string): unknown {
  try {
    return decode(result.slice(1));
  } catch {
    return undefined;
  }
}

/** Code that throws while it is compiled got out of the function around it. */
function compileError(escaped: Escaped): Escaped {
  return ["SyntaxError", "InternalError"].includes(escaped.name) ? escaped : {
    name: "SyntaxError",
    message: "a bracket is closed that was not opened",
    stack: "",
    line: 1,
  };
}
