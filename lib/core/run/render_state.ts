import type { RenderedRequest } from "../http/rendered_request.ts";
import { renderRequest } from "../request/render_request.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import type { ChangedRequest } from "./script/apply_draft.ts";
import type { RunState } from "./run_state.ts";

/** What came of rendering a request. */
interface Rendering {
  readonly value?: RenderedRequest;
  readonly diagnostics: Diagnostic[];
}

/** The request with its scripts' changes, rendered by the scopes as they are now. */
export function renderState(state: RunState): Rendering {
  return renderChanged(state, state.scripts?.changed() ?? state);
}

/** Renders a request with changes. */
export function renderChanged(
  state: RunState,
  { request, inherited, bytes, problem }: ChangedRequest,
): Rendering {
  const { scopes, execution } = state;
  if (state.refused) return { diagnostics: [state.refused] };
  const options = { scopes, execution, inherited };
  const { value, diagnostics } = renderRequest(request, options);
  if (problem !== undefined) {
    const by = state.scripts?.bodyBy ?? request;
    return { diagnostics: [...diagnostics, unsendable(problem, by.at)] };
  }
  if (value === undefined) return { diagnostics };
  return {
    value: { ...value, ...(bytes && { body: { type: "bytes", bytes } }) },
    diagnostics,
  };
}

/** A body that a script set, and that cannot be what its content type says. */
function unsendable(message: string, at: Origin): Diagnostic {
  const location = locationOf(at, { place: "script" });
  return { code: "INVALID_BODY", severity: "error", message, location };
}
