import { selectFast } from "../../assertion/select_fast.ts";
import type { ValueSelection } from "../../assertion/types.ts";
import type { Text } from "../../source/origin.ts";
import { openScripts } from "../script/load_scripts.ts";
import type { RunState } from "../run_state.ts";

/** Evaluates an expression over a request's response. */
export async function selectIn(
  state: RunState,
  expression: Text,
): Promise<ValueSelection> {
  // Where a script wants the content unparsed, the sandbox knows.
  const raw = state.scripts?.draft.rawResponse;
  const fast = state.seen && !raw && selectFast(expression, state.seen);
  if (fast) return fast;
  const { sandbox, context } = await openScripts(state);
  return await sandbox.evaluate(expression, context);
}
