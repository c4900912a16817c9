import { noteInvalidBody } from "../../assertion/note_invalid_body.ts";
import type { Action } from "../../collection/types.ts";
import { fail, type RunState } from "../run_state.ts";
import { learnedOf } from "../script/script_variables.ts";
import { selectIn } from "./select_in.ts";
import { setByAction } from "./set_by_action.ts";

/** Sets the variable of an action; false where that failed. */
export async function runAction(
  action: Action,
  state: RunState,
): Promise<boolean> {
  const { iteration, scopes } = state;
  iteration.ran.add(action);
  const selection = await selectIn(state, action.selector);
  const problem = setByAction(action, selection, scopes);
  if (problem !== undefined) {
    const { text } = action.selector;
    fail(state, "script", [noteInvalidBody(problem, text, state.seen)]);
    return false;
  }
  const learned = learnedOf(scopes, action.scope, action.variable);
  if (learned) iteration.settings.ports.learn?.(learned);
  return true;
}
