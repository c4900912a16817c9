import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RunState } from "../run_state.ts";

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
    isRendering,
  });
}
