import { isJsonPath, selectFast } from "../../assertion/select_fast.ts";
import type { ValueSelection } from "../../assertion/types.ts";
import type { Text } from "../../source/origin.ts";
import { openScripts } from "../script/load_scripts.ts";
import type { RunState } from "../run_state.ts";

/** Evaluates an expression over a request's response: JavaScript, or JSONPath (RFC 9535) over the body. */
export async function selectIn(
  state: RunState,
  expression: Text,
): Promise<ValueSelection> {
  // Where a script wants the content unparsed, the sandbox knows.
  const raw = state.scripts?.draft.rawResponse;
  const fast = state.seen && !raw && selectFast(expression, state.seen);
  if (fast) return fast;
  const { sandbox, context } = await openScripts(state);
  if (!isJsonPath(expression.text)) {
    return await sandbox.evaluate(expression, context);
  }
  const path = JSON.stringify(expression.text.trim());
  const text = `res.jsonPath.find(${path}).value`;
  const selection = await sandbox.evaluate({ ...expression, text }, context);
  if (selection.ok) return selection;
  const { diagnostic } = selection;
  const message = diagnostic.message.replace(text, () => expression.text)
    .replace(/TypeError: Cannot query with "[^]*": /, "");
  return { ok: false, diagnostic: { ...diagnostic, message } };
}
