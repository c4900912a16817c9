import type { Bridge } from "../../core/script/border/bridge.ts";
import { formatLine } from "./inspect.ts";

/** Makes `console`: each line goes to the request's results. */
export function createConsole(bridge: Bridge): Record<string, unknown> {
  const line = (level: string) => (...values: unknown[]) =>
    bridge.call("console", level, formatLine(values));
  const started = new Map<unknown, number>();
  const passed = (label: unknown = "default") =>
    bridge.call(
      "console",
      "log",
      `${label}: ${Date.now() - (started.get(label) ?? Date.now())} ms`,
    );
  const counts = new Map<unknown, number>();
  return {
    log: line("log"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    debug: line("debug"),
    trace: line("debug"),
    dir: (value: unknown) => bridge.call("console", "log", formatLine([value])),
    dirxml: line("log"),
    clear: () => {},
    table: (value: unknown) =>
      bridge.call("console", "log", formatLine([value])),
    group: line("log"),
    groupCollapsed: line("log"),
    groupEnd: () => {},
    time: (label: unknown = "default") => {
      started.set(label, Date.now());
    },
    timeLog: passed,
    timeEnd: passed,
    count: (label: unknown = "default") => {
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      bridge.call("console", "log", `${label}: ${count}`);
    },
    countReset: (label: unknown = "default") => {
      counts.delete(label);
    },
    assert: (condition: unknown, ...values: unknown[]) => {
      if (!condition) {
        bridge.call(
          "console",
          "error",
          `Assertion failed${values.length === 0 ? "" : ": "}${
            formatLine(values)
          }`,
        );
      }
    },
  };
}
