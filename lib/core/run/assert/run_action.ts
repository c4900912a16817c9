import { noteInvalidBody } from "../../assertion/note_invalid_body.ts";
import type { Action } from "../../collection/types.ts";
import { fail, type RunState } from "../run_state.ts";
import { learnedOf } from "../script/script_variables.ts";
import { selectIn } from "./select_in.ts";
import type { ValueSelection } from "../../assertion/types.ts";
import type { Scopes } from "../../scope/scopes.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";

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

/**
 * Sets the variable of a `set-variable` action to what its selector found.
 * Gives what is wrong: the selector failed or found nothing, or the scope is
 * not there.
 */
function setByAction(
  { selector, variable, scope }: Action,
  selection: ValueSelection,
  scopes: Scopes,
): Diagnostic | undefined {
  if (!selection.ok) return selection.diagnostic;
  let problem: string;
  if (selection.value === undefined) {
    problem =
      `Cannot set the variable "${variable}": its selector "${selector.text}" is undefined`;
  } else {
    try {
      scopes.set(scope, variable, selection.value);
      return undefined;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      problem = error.message;
    }
  }
  return {
    code: "SCRIPT_ERROR",
    severity: "error",
    message: problem,
    location: locationOf(selector.at, { length: selector.text.length }),
  };
}
