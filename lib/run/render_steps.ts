import type { Request } from "../collection/types.ts";
import type { Plan, Step } from "../plan/types.ts";
import type { RenderedRequest } from "../request/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { IterationScopes } from "./iteration_scopes.ts";
import type { RunSettings } from "./options.ts";
import { RequestRun } from "./request_run.ts";

/** A request of a plan, rendered without being sent. */
export interface RenderedStep {
  readonly step: Step;
  readonly request: Request;
  /** Absent when it cannot be rendered. */
  readonly value?: RenderedRequest;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Renders the requests of a plan one after the other, as a run would, but for
 * its scripts: none runs, so that variables which scripts set have to come
 * from the settings.
 */
export async function* renderSteps(
  plan: Plan,
  settings: RunSettings,
): AsyncGenerator<RenderedStep> {
  for (const step of plan.steps) {
    const { item: request, iteration } = step;
    if (request.kind !== "request") continue;
    const row = plan.rows[iteration] ?? {};
    const execution = new RequestRun(step, request, {
      settings,
      steps: plan.steps,
      total: plan.iterations,
      row,
      scopes: new IterationScopes(settings, row),
      ran: new Set(),
      flow: { next: undefined, stopped: false },
    });
    const { value, diagnostics } = execution.render();
    yield {
      step,
      request,
      ...(value && { value }),
      diagnostics: await execution.explain(diagnostics),
    };
  }
}
