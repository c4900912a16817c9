import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RunState } from "../run_state.ts";
import type { RequestResult } from "../types.ts";

/** Diagnostics with what is known about where their variables are set. */
export async function explainFor(
  { step, iteration }: Pick<RunState, "step" | "iteration">,
  diagnostics: readonly Diagnostic[],
  { isRendering = false } = {},
): Promise<Diagnostic[]> {
  if (!diagnostics.some((it) => it.expression !== undefined)) {
    return [...diagnostics];
  }
  const { explainProblems } = await import("./explain.ts");
  const { ran, steps } = iteration;
  return explainProblems(diagnostics, step.collection, {
    ran,
    steps,
    step,
    isRendering,
  });
}

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
