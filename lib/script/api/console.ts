import type { Bridge } from "../bridge.ts";
import { formatLine } from "./inspect.ts";

/** Makes `console`: each line goes to the request's results. */
export function createConsole(bridge: Bridge): Record<string, unknown> {
  const line = (level: string) => (...values: unknown[]) =>
    bridge.call("console", level, formatLine(values));
  return {
    log: line("log"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    debug: line("debug"),
    trace: line("debug"),
    dir: (value: unknown) => bridge.call("console", "log", formatLine([value])),
    table: (value: unknown) =>
      bridge.call("console", "log", formatLine([value])),
    assert: (condition: unknown, ...values: unknown[]) => {
      if (!condition) {
        bridge.call(
          "console",
          "error",
          formatLine(["Assertion failed:", ...values]),
        );
      }
    },
  };
}
