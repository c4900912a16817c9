import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RequestResult } from "../types.ts";

/** Everything because of which a request did not pass. */
export function problemsOf(result: RequestResult): Diagnostic[] {
  const { diagnostics, assertions, tests, step } = result;
  const failed = [
    ...assertions.map((it) => ({ ...it, name: it.expression })),
    ...tests,
  ].filter(({ status }) => status === "failed");
  return [
    ...diagnostics.filter(({ severity }) => severity === "error"),
    ...failed.map(({ name, diagnostic }): Diagnostic =>
      diagnostic ?? {
        code: "ASSERTION",
        severity: "error",
        message: `"${name}" failed`,
        location: { file: step.item.at.file },
      }
    ),
  ];
}
