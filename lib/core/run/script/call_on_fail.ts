import { onFailScript } from "../../script/on_fail_script.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { runScript } from "./run_script.ts";
import type { RunState } from "../run_state.ts";

/** Calls what a script gave to `req.onFail`, for a request that cannot be rendered or sent. */
export async function callOnFail(
  state: RunState,
  failure: Diagnostic,
): Promise<void> {
  const { draft } = state.scripts ?? {};
  if (draft?.onFail === undefined) return;
  const script = onFailScript(draft, failure, state.request.at);
  if (script) await runScript(script, state);
}
