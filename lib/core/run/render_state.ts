import type { RenderedRequest } from "../http/rendered_request.ts";
import type { PartRenderers } from "../request/part_renderers.ts";
import { hasParts, renderWith } from "../request/render_with.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import type { ChangedRequest } from "./script/apply_draft.ts";
import type { RunState } from "./run_state.ts";

/** What came of rendering a request. */
interface Rendering {
  readonly value?: RenderedRequest;
  readonly diagnostics: Diagnostic[];
}

/** Kept once they are loaded: an import takes a turn of the event loop each time. */
let renderers: PartRenderers | undefined;

/** The request with its scripts' changes, rendered by the scopes as they are now. */
export async function renderState(state: RunState): Promise<Rendering> {
  const changed = state.scripts?.changed() ?? state;
  if (hasParts(changed.request, changed.inherited)) {
    renderers ??= await import("../request/part_renderers.ts");
  }
  return renderChanged(state, changed, renderers);
}

/** Renders a request with changes. */
export function renderChanged(
  state: RunState,
  { request, inherited, bytes, problem }: ChangedRequest,
  renderers: PartRenderers | undefined,
): Rendering {
  const { scopes, execution } = state;
  const { value, diagnostics } = renderWith(
    request,
    { scopes, execution, inherited },
    renderers,
  );
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
