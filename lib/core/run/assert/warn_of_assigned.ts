import { assignedIn } from "../../assertion/assigned_in.ts";
import type { Text } from "../../source/origin.ts";
import { type RunState, warn } from "../run_state.ts";

/** Warns of `res.status = 200` in an expression that is evaluated. */
export function warnOfAssigned(state: RunState, expression: Text): void {
  const assigned = assignedIn(expression);
  if (assigned) warn(state, assigned);
}
