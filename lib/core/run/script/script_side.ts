import { applyDraft } from "./apply_draft.ts";
import { knownExpressions } from "../explain/known_expressions.ts";
import { learnAuth } from "../send/learn_auth.ts";
import { disabledHeaders, draftOf } from "./request_draft.ts";
import type { RunState, ScriptSide } from "../run_state.ts";
import { scriptContext } from "./script_context.ts";
import { showSent } from "./sent_request.ts";

/** Makes the side of a request that its scripts see, when the first one runs. */
export function scriptSide(state: RunState): ScriptSide {
  const { step, request, inherited, scopes } = state;
  const { ports } = state.iteration.settings;
  const draft = draftOf(request, inherited);
  draft.disabledHeaders = disabledHeaders(step, request);
  let known: ReadonlySet<string> | undefined;
  const side: ScriptSide = {
    draft,
    context: scriptContext(state, draft),
    bodyBy: undefined,
    changed: () =>
      applyDraft(request, inherited, {
        draft,
        known: () => known ??= knownExpressions(step, request, inherited),
      }),
    follow: () => showSent(state, draft),
    learnAuth() {
      if (ports.learn === undefined) return;
      learnAuth(inherited.auth, scopes, (it) => ports.learn?.(it));
    },
  };
  side.follow();
  return side;
}
