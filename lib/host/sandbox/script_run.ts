import type { Value } from "../../scope/value.ts";
import type { Script } from "../../collection/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { DiagnosticError } from "../../source/errors.ts";
import type { TestReport, Thrown } from "../../script/bridge.ts";
import { createDispatch, type Dispatch } from "../../script/dispatch.ts";
import { decode, encode } from "../../script/encode.ts";
import {
  evaluationFailure,
  scriptFailure,
  scriptTimeout,
  testResult,
} from "../../script/failure.ts";
import { SCRIPT_NAME } from "../../script/position.ts";
import type {
  ConsoleLine,
  Evaluation,
  ScriptContext,
  ScriptOutcome,
} from "../../script/types.ts";
import { type Escaped, type Instance, isEscaped } from "./instance.ts";
import { createPlatform } from "./platform.ts";

/** Characters of console output that are kept of one script. */
const CONSOLE_LIMIT = 1024 * 1024;
/** Running time that is granted to find out where a stopped script was. */
const GRACE = 50;

/** One run of one script in an instance. */
export class ScriptRun {
  readonly #instance: Instance;
  readonly #script: Script;
  readonly #limit: number;
  readonly #dispatch: Dispatch;
  readonly #platform = createPlatform();
  readonly #console: ConsoleLine[] = [];
  readonly #tests: TestReport[] = [];
  readonly #settled: [id: number, result: string | Uint8Array][] = [];
  #consoleSize = 0;
  #waiting = 0;
  #wake: () => void = () => {};
  #finished: { error: Thrown | undefined } | undefined;
  #answered: boolean;

  constructor(
    instance: Instance,
    script: Script,
    context: ScriptContext,
    limit: number,
  ) {
    this.#instance = instance;
    this.#script = script;
    this.#limit = limit;
    this.#answered = context.response !== undefined;
    this.#dispatch = createDispatch(context, {
      console: (level, text) => this.#line(level, text),
      test: (report) => this.#tests.push(report),
    }, this.#platform);
  }

  /** Runs the script and gives what it did; never throws for what it does. */
  async run(): Promise<ScriptOutcome> {
    this.#instance.handler = (name, id, args) => this.#host(name, id, args);
    let error: Diagnostic | undefined;
    try {
      error = await this.#perform();
    } finally {
      this.#platform.dispose();
      this.#instance.handler = () => undefined;
    }
    return {
      tests: this.#tests.toSorted((a, b) => a.index - b.index)
        .map((report) => testResult(this.#script, report)),
      console: this.#console,
      ...error === undefined ? {} : { error },
    };
  }

  /** The value of the script taken as an expression. */
  evaluate(): Evaluation {
    this.#instance.handler = (name, id, args) => this.#host(name, id, args);
    const { code: text, at } = this.#script;
    const fail = (thrown: Thrown): Evaluation => ({
      ok: false,
      diagnostic: evaluationFailure({ text, at }, thrown),
    });
    const expression = this.#instance.compile(
      `(function(){return (\n${text}\n)})`,
      SCRIPT_NAME,
    );
    if (isEscaped(expression)) return fail(this.#named(expression));
    const begun = this.#instance.call("begin", this.#answered);
    if (isEscaped(begun)) return fail(this.#named(begun));
    const result = this.#instance.call("evaluate", expression);
    if (isEscaped(result)) return fail(this.#named(result));
    const encoded = this.#instance.text(result);
    const value = decode(encoded.slice(1));
    return encoded[0] === "e"
      ? fail(value as Thrown)
      : { ok: true, value: value as Value | undefined };
  }

  #named(escaped: Escaped): Thrown {
    return this.#instance.timedOut
      ? {
        name: "Error",
        message: `it runs longer than ${this.#limit} ms`,
        stack: escaped.stack,
      }
      : escaped;
  }

  async #perform(): Promise<Diagnostic | undefined> {
    const instance = this.#instance;
    const script = instance.compile(
      `(async function(){\n${this.#script.code}\n})`,
      SCRIPT_NAME,
    );
    if (isEscaped(script)) return this.#stopped(script);
    const begun = instance.call("begin", this.#answered);
    if (isEscaped(begun)) return this.#stopped(begun);
    const started = instance.call("run", script);
    if (isEscaped(started)) return this.#stopped(started);
    for (;;) {
      const escaped = instance.settle();
      if (escaped !== undefined || instance.timedOut || instance.broken) {
        return this.#stopped(escaped);
      }
      if (this.#settled.length === 0) {
        if (this.#waiting === 0) break;
        await new Promise<void>((resolve) => this.#wake = resolve);
      }
      for (const [id, result] of this.#settled.splice(0)) {
        instance.charge(1);
        const escaped = instance.call("settle", id, result);
        if (isEscaped(escaped)) return this.#stopped(escaped);
      }
    }
    if (this.#finished === undefined) {
      return scriptFailure(this.#script, {
        name: "Error",
        message: "it waits for a promise that nothing settles",
        stack: "",
      });
    }
    return this.#finished.error === undefined
      ? undefined
      : scriptFailure(this.#script, this.#finished.error);
  }

  #stopped(escaped: Escaped | undefined): Diagnostic {
    if (!this.#instance.timedOut) {
      return scriptFailure(
        this.#script,
        escaped ?? { name: "Error", message: "the sandbox crashed", stack: "" },
      );
    }
    this.#instance.grant(GRACE);
    const stack = escaped?.stack ?? this.#instance.settle()?.stack ??
      this.#finished?.error?.stack ?? "";
    return scriptTimeout(this.#script, this.#limit, stack);
  }

  #host(
    name: string,
    id: number,
    args: string,
  ): string | Uint8Array | undefined {
    if (name === "finish") {
      this.#finished = { error: decode(args) as Thrown ?? undefined };
      return undefined;
    }
    try {
      const values = decode(args) as unknown[];
      if (id === 0) return this.#call(name, values);
      this.#wait(name, id, values);
      return undefined;
    } catch (error) {
      return refusal(error);
    }
  }

  #call(name: string, args: unknown[]): string | Uint8Array | undefined {
    const { calls } = this.#dispatch;
    if (!Object.hasOwn(calls, name)) throw new TypeError(`No call "${name}"`);
    const call = calls[name as keyof typeof calls] as (
      ...args: unknown[]
    ) => unknown;
    return answer(call(...args));
  }

  #wait(name: string, id: number, args: unknown[]): void {
    const { waits } = this.#dispatch;
    if (!Object.hasOwn(waits, name)) throw new TypeError(`No wait "${name}"`);
    const wait = waits[name as keyof typeof waits] as (
      ...args: unknown[]
    ) => Promise<unknown>;
    this.#waiting++;
    wait(...args).then((value) => answer(value) ?? "v" + encode(undefined))
      .catch(refusal)
      .then((result) => {
        this.#waiting--;
        this.#settled.push([id, result]);
        this.#wake();
      });
  }

  #line(level: string, text: string): void {
    if (this.#consoleSize >= CONSOLE_LIMIT) return;
    this.#consoleSize += text.length;
    this.#console.push({
      level: level as ConsoleLine["level"],
      text: this.#consoleSize < CONSOLE_LIMIT
        ? text
        : `${text.slice(0, 1000)}… (further output is cut)`,
    });
  }
}

function answer(value: unknown): string | Uint8Array | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Uint8Array) return value;
  return "v" + encode(value);
}

function refusal(error: unknown): string {
  const code = error instanceof DiagnosticError
    ? error.diagnostics[0]?.code
    : undefined;
  return "e" + encode({
    name: error instanceof Error ? error.name : "Error",
    message: error instanceof Error ? error.message : String(error),
    stack: "",
    ...code === undefined ? {} : { code },
  });
}
