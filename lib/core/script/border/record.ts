import type { Diagnostic } from "../../source/diagnostic.ts";
import { SKIPPED, type TestReport, type Thrown } from "./bridge.ts";
import type { Recorder } from "./dispatch.ts";
import {
  type CompiledScript,
  testResult,
  tooManyTests,
  unsentRequest,
} from "../failure.ts";
import { FOREIGN_KEYS, type ForeignKey } from "../foreign_keys.ts";
import { DiagnosticError } from "../../source/errors.ts";
import type { ConsoleLine, TestResult } from "./types.ts";

/** Characters of console output that are kept of one script. */
const MAX_CONSOLE = 1024 * 1024;
/** Requests that a script could not send, of those that are kept. */
const MAX_UNSENT = 100;
/** Tests that are kept of one script. */
const MAX_TESTS = 10_000;

/** What a script wrote to its console and how its tests ended. */
export class ScriptRecord implements Recorder {
  /** The lines in order. */
  readonly lines: ConsoleLine[] = [];
  readonly #compiled: CompiledScript;
  readonly #explain: (thrown: Thrown) => Thrown;
  readonly #reports: TestReport[] = [];
  readonly #unsent = new Map<string, Unsent>();
  #size = 0;
  #ended = false;
  #dropped = 0;

  /** Makes an empty record of a script; `explain` adds to the reason why a test failed. */
  constructor(
    compiled: CompiledScript,
    explain: (thrown: Thrown) => Thrown = (thrown) => thrown,
  ) {
    this.#compiled = compiled;
    this.#explain = explain;
  }

  /** Adds a line; beyond a limit of characters lines are dropped. */
  console(level: string, text: string): void {
    if (this.#size >= MAX_CONSOLE) return;
    this.#size += text.length + 1;
    const cut = this.#size >= MAX_CONSOLE;
    this.lines.push({
      level: levelOf(level),
      text: cut ? `${text.slice(0, 1000)}… (further output is cut)` : text,
    });
  }

  /** Adds the result of a test; beyond a limit they are counted only. */
  test(report: unknown): void {
    if (this.#ended) {
      throw new TypeError("Cannot run the test: its script has ended");
    }
    if (this.#reports.length < MAX_TESTS) {
      const { error, ...rest } = readTestReport(report);
      const explained = typeof error === "object"
        ? this.#explain(error)
        : error;
      this.#reports.push({ ...rest, error: explained });
    } else this.#dropped++;
  }

  /** Adds what a script could not send, each thing and place once; without `required` only what was not permitted. */
  unsent(
    error: unknown,
    { required, stack }: { readonly required: boolean; readonly stack: string },
  ): void {
    if (this.#ended || !(error instanceof DiagnosticError)) return;
    if (this.#unsent.size >= MAX_UNSENT) return;
    for (const cause of error.diagnostics) {
      if (!required && cause.code !== "PERMISSION") continue;
      this.#addUnsent(cause, { required, stack });
    }
  }

  /** Adds that what a script sends was described with a key of Postman's, once for each place. */
  foreign(key: ForeignKey, stack: string): void {
    if (this.#ended || this.#unsent.size >= MAX_UNSENT) return;
    const cause: Diagnostic = {
      code: "UNKNOWN_MEMBER",
      severity: "warning",
      message: FOREIGN_KEYS[key],
    };
    this.#addUnsent(cause, { required: false, stack });
  }

  #addUnsent(
    cause: Diagnostic,
    from: { readonly required: boolean; readonly stack: string },
  ): void {
    const diagnostic = unsentRequest(this.#compiled, { cause, ...from });
    this.#unsent.set(JSON.stringify(diagnostic), { cause, diagnostic });
  }

  /** What the script could not send, as long as its own failures do not say it. */
  notSent(error: Diagnostic | undefined): { unsent?: readonly Diagnostic[] } {
    if (this.#unsent.size === 0) return {};
    const tests = this.#reports.flatMap(({ error }) =>
      typeof error === "object" ? error.message : []
    );
    const unsent = [...this.#unsent.values()].flatMap(
      ({ cause: { message }, diagnostic }) => {
        if (error?.message.includes(message)) return [];
        const isTold = diagnostic.severity === "warning" &&
          tests.some((it) => it.includes(message));
        return isTold ? [] : diagnostic;
      },
    );
    return unsent.length === 0 ? {} : { unsent };
  }

  /** Stops recording. */
  end(): void {
    this.#ended = true;
  }

  /** Set when results were dropped: there may be failed ones among them. */
  get overflow(): Diagnostic | undefined {
    return this.#dropped === 0
      ? undefined
      : tooManyTests(this.#compiled, MAX_TESTS, this.#dropped);
  }

  /** The results so far, in the order of the tests' calls. */
  tests(): TestResult[] {
    return this.#reports.toSorted((a, b) => a.index - b.index)
      .map((report) => testResult(this.#compiled, report));
  }
}

/** What a script could not send. */
interface Unsent {
  /** Why, as the script got it. */
  readonly cause: Diagnostic;
  /** What the person gets. */
  readonly diagnostic: Diagnostic;
}

function levelOf(level: string): ConsoleLine["level"] {
  switch (level) {
    case "info":
    case "warn":
    case "error":
    case "debug":
      return level;
    default:
      return "log";
  }
}

/**
 * What the script's side says that was thrown. A script can tamper with what
 * says it, so nothing is taken for granted.
 */
export function readThrown(value: unknown): Thrown {
  if (typeof value !== "object" || value === null) {
    return { name: "Error", message: `${value}`, stack: "" };
  }
  const { line, ...fields } = value as Record<string, unknown>;
  const text = (name: string) => {
    const field = fields[name];
    return typeof field === "string" ? field : undefined;
  };
  const expected = text("expected");
  const actual = text("actual");
  const code = text("code");
  const exchange = text("exchange");
  return {
    name: text("name") ?? "Error",
    message: text("message") ?? "an error that cannot be read",
    stack: text("stack") ?? "",
    ...typeof line === "number" ? { line } : {},
    ...expected === undefined ? {} : { expected },
    ...actual === undefined ? {} : { actual },
    ...code === undefined ? {} : { code },
    ...exchange === undefined ? {} : { exchange },
  };
}

/** The same for a test: one whose report cannot be read has not passed. */
function readTestReport(value: unknown): TestReport {
  const { index, name, error } = (value ?? {}) as Record<string, unknown>;
  const readable = typeof index === "number" && typeof name === "string";
  return {
    index: typeof index === "number" ? index : 0,
    name: typeof name === "string" ? name : "",
    error: readable && (error === undefined || error === SKIPPED)
      ? error
      : readThrown(error),
  };
}
