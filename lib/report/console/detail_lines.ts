import type { RequestResult } from "../../run/types.ts";
import { checkLines } from "./checks.ts";
import type { Context } from "./context.ts";
import { diagnosticLines } from "./diagnostic_lines.ts";
import { exchangeLines } from "./exchange.ts";
import { scriptOutputLines } from "./script_output.ts";

export { diagnosticLines };

/** What stands below a request's line. */
export function detailLines(result: RequestResult, context: Context): string[] {
  const { verbose } = context;
  const passed = result.status === "passed" || result.status === "skipped";
  return [
    ...verbose ? exchangeLines(result, context) : [],
    ...checkLines(result, context),
    ...result.diagnostics.flatMap((it) => diagnosticLines(it, context)),
    ...verbose || !passed ? scriptOutputLines(result.console, context) : [],
  ];
}
