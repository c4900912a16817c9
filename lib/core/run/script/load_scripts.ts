import type { Sandbox, ScriptContext } from "../../script/border/types.ts";
import type { RunPorts } from "../ports.ts";
import type { RunState } from "../run_state.ts";

/** Kept once it is loaded: an import takes a turn of the event loop each time. */
let loaded: typeof import("./script_side.ts") | undefined;

/** Loads what scripts need; nothing of it without one. */
export async function loadScripts(ports: RunPorts): Promise<Sandbox> {
  if (loaded !== undefined) return await ports.sandbox();
  const [sandbox, module] = await Promise.all([
    ports.sandbox(),
    import("./script_side.ts"),
  ]);
  loaded = module;
  return sandbox;
}

/** The sandbox, and what a request's scripts see in it. */
export async function openScripts(
  state: RunState,
): Promise<{ sandbox: Sandbox; context: ScriptContext }> {
  const sandbox = await loadScripts(state.iteration.settings.ports);
  state.scripts ??= loaded!.scriptSide(state);
  return { sandbox, context: state.scripts.context };
}
