import type { RequestResult } from "../../../core/run/types.ts";
import { passedChecks } from "./checks.ts";
import type { Context } from "./context.ts";
import { diagnosticLines } from "./diagnostic_lines.ts";
import { exchangeLines } from "./exchange/exchange.ts";
import { Failures } from "./problems/failures.ts";
import { ProblemList } from "./problems/problem_list.ts";
import { scriptOutputLines } from "./script_output.ts";
import { Warnings } from "./problems/warnings.ts";

export { diagnosticLines, Failures, ProblemList, Warnings };

/** All that happened with a request, but for its failures. */
export function everythingLines(
  result: RequestResult,
  context: Context,
): string[] {
  return [
    ...exchangeLines(result, context),
    ...passedChecks(result, context),
    ...scriptOutputLines(result.console, context),
  ];
}
