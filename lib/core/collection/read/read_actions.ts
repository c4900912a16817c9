import type { Action } from "../types.ts";
import { keysOf } from "../shape/keys_of.ts";
import {
  ACTION,
  ACTION_PHASES,
  ACTION_SCOPES,
  SELECTOR,
  TARGET,
} from "../shape/steps.ts";
import type { YamlNode } from "../yaml/node.ts";
import { expectMapping, isDisabled } from "./read_rows.ts";

const ACTION_KEYS = keysOf(ACTION);
const SELECTOR_KEYS = keysOf(SELECTOR);
const TARGET_KEYS = keysOf(TARGET);

/** Reads `actions`: each takes a part of the response into a variable. */
export function readActions(node: YamlNode): Action[] {
  const actions: Action[] = [];
  for (const row of node.list()) {
    if (!expectMapping(row, ACTION_KEYS)) continue;
    const type = row.get("type").oneOf(["set-variable"]);
    const selector = readSelector(row);
    const variable = row.get("variable");
    const name = variable.mapping(TARGET_KEYS)
      ? variable.get("name").scalar()
      : undefined;
    if (selector && !name) row.missing("variable.name");
    if (type === undefined || !selector || !name) continue;
    actions.push({
      type,
      phase: row.get("phase").oneOf(ACTION_PHASES) ??
        "after-response",
      selector,
      variable: name,
      scope: variable.get("scope").oneOf(ACTION_SCOPES) ?? "runtime",
      disabled: isDisabled(row),
      at: row.at,
    });
  }
  return actions;
}

function readSelector(row: YamlNode): Action["selector"] | undefined {
  const selector = row.get("selector");
  const expression = selector.mapping(SELECTOR_KEYS)
    ? selector.get("expression").text()
    : undefined;
  if (!expression?.text.trim()) {
    row.report({
      code: "INVALID_FIELD",
      severity: "warning",
      message: `Ignored "${row.name}": its selector.expression is empty`,
    });
    return undefined;
  }
  selector.get("method").oneOf(["jsonq"]);
  return expression;
}
