import type { TestReport } from "./bridge.ts";
import type { Recorder } from "./dispatch.ts";
import { type CompiledScript, testResult } from "./failure.ts";
import type { ConsoleLine, TestResult } from "./types.ts";

/** Characters of console output that are kept of one script. */
const CONSOLE_LIMIT = 1024 * 1024;
/** Tests that are kept of one script. */
const TEST_LIMIT = 10_000;

/** What a script wrote to its console and how its tests ended. */
export class ScriptRecord implements Recorder {
  /** The lines in order. */
  readonly lines: ConsoleLine[] = [];
  readonly #compiled: CompiledScript;
  readonly #reports: TestReport[] = [];
  #size = 0;

  /** Makes an empty record of a script. */
  constructor(compiled: CompiledScript) {
    this.#compiled = compiled;
  }

  /** Adds a line; beyond a limit of characters lines are dropped. */
  console(level: string, text: string): void {
    if (this.#size >= CONSOLE_LIMIT) return;
    this.#size += text.length + 1;
    const cut = this.#size >= CONSOLE_LIMIT;
    this.lines.push({
      level: levelOf(level),
      text: cut ? `${text.slice(0, 1000)}… (further output is cut)` : text,
    });
  }

  /** Adds the result of a test. */
  test(report: TestReport): void {
    if (this.#reports.length < TEST_LIMIT) this.#reports.push(report);
  }

  /** The results so far, in the order of the tests' calls. */
  tests(): TestResult[] {
    return this.#reports.toSorted((a, b) => a.index - b.index)
      .map((report) => testResult(this.#compiled, report));
  }
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
