import type { Diagnostic } from "../../source/diagnostic.ts";
import type { ScriptContext, TestResult } from "./types.ts";

/** What scripts see of results: with the members that Bruno's have, and in a `.bru` file with its words. */
export function resultsView(
  { tests, assertions }: ReturnType<ScriptContext["results"]>,
  { requestPath }: ScriptContext["info"],
) {
  const isBruno = requestPath.endsWith(".bru");
  const status = ({ status }: Pick<TestResult, "status">) =>
    isBruno ? STATUS_IN_BRUNO[status] : status;
  return {
    tests: tests.map((it) => ({
      ...it,
      status: status(it),
      description: it.name,
      ...errorOf(it.diagnostic),
    })),
    assertions: assertions.map((it) => ({
      ...it,
      status: status(it),
      lhsExpr: it.expression,
      rhsExpr: [it.operator, it.written ?? []].flat().join(" "),
      rhsOperand: it.written ?? "",
      ...errorOf(it.diagnostic),
    })),
  };
}

const STATUS_IN_BRUNO = {
  passed: "pass",
  failed: "fail",
  skipped: "skipped",
} as const;

/** Its message, less the name of the test, which stands beside it. */
function errorOf(diagnostic: Diagnostic | undefined): { error?: string } {
  if (diagnostic === undefined) return {};
  return { error: diagnostic.message.replace(/^Test ".*?" failed: /s, "") };
}
