import type { Request } from "../collection/types.ts";
import type { Plan, Step } from "../plan/types.ts";
import type { RenderedRequest } from "../http/rendered_request.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import {
  type RenderedTurn,
  renderMessages,
} from "../request/render_messages.ts";
import { Ran } from "./ran.ts";
import { IterationScopes } from "./iteration_scopes.ts";
import type { RunSettings } from "./options.ts";
import { executeRequest } from "./execute_request.ts";
import { explainFor } from "./explain/failure_of.ts";
import { renderState, runState } from "./run_state.ts";

/** A request of a plan, rendered without being sent. */
export interface RenderedStep {
  readonly step: Step;
  readonly request: Request;
  /** Absent when it cannot be rendered. */
  readonly value?: RenderedRequest;
  /** The steps on its stream; absent: it has none. */
  readonly turns?: readonly RenderedTurn[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Renders the requests of a plan one after the other, as a run would, but for
 * its scripts: none runs, so that variables which scripts set have to come
 * from the settings. Of a data-driven plan it is what does without a row.
 */
export async function* renderSteps(
  plan: Plan,
  settings: RunSettings,
): AsyncGenerator<RenderedStep> {
  for (const step of plan.steps) {
    const { item: request } = step;
    if (request.kind !== "request") continue;
    const state = runState(step, request, {
      iteration: {
        settings,
        steps: plan.steps,
        total: plan.iterations,
        row: {},
        scopes: new IterationScopes({ ...settings, keepStored: true }),
        ran: new Ran(undefined, settings.earlier?.deleted),
        flow: { next: undefined, stopped: false },
      },
      execute: executeRequest,
    });
    const { value, diagnostics } = renderState(state);
    const { turns, diagnostics: more } = renderMessages(request, state);
    yield {
      step,
      request,
      ...(value && { value }),
      ...(turns.length > 0 && { turns }),
      diagnostics: await explainFor(state, [...diagnostics, ...more], {
        isRendering: true,
      }),
    };
  }
}
