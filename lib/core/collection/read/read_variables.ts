import type { Value } from "../../scope/value/value.ts";
import type { Variable } from "../types.ts";
import { keysOf } from "../shape/keys_of.ts";
import { VARIABLE } from "../shape/rows.ts";
import type { YamlNode } from "../yaml/node.ts";
import { AS_ROWS, expectMapping, isDisabled } from "./read_rows.ts";
import { readValue, typedData } from "./read_value.ts";
import { selectVariant } from "./tree/select_variant.ts";

const VARIABLE_KEYS = keysOf(VARIABLE);

/** Reads `variables` of an environment, a collection, a folder or a request. */
export function readVariables(node: YamlNode): Variable[] {
  const variables: Variable[] = [];
  for (const row of node.list(AS_ROWS)) {
    if (!expectMapping(row, VARIABLE_KEYS)) continue;
    const name = row.get("name").scalar();
    if (!name) {
      reportNameless(row);
      continue;
    }
    const secret = row.get("secret").flag() ?? false;
    const written = row.get("value");
    const node = isVariants(written)
      ? selectVariant(written, "value")
      : written;
    const hosts = row.get("hosts").list().map((host) => host.scalar() ?? "");
    variables.push({
      name,
      value: variableValue(node),
      secret,
      ...(secret && written.value === undefined && { unset: true }),
      disabled: isDisabled(row),
      ...(row.get("hosts").present && { hosts }),
      at: (typedData(node) ?? node).at,
    });
  }
  return variables;
}

/** Editors leave blank rows behind; a value without a name is lost. */
function reportNameless(row: YamlNode): void {
  const value = row.get("value");
  if (value.present && value.value !== "") return row.missing("name");
  row.report({
    code: "INVALID_FIELD",
    severity: "warning",
    message: `Ignored "${row.name}": it has neither name nor value`,
  });
}

/** No value is empty text, as Bruno has it; a `null` that is written out is null. */
function variableValue(node: YamlNode): Value {
  if (!node.present && node.written() === undefined) return "";
  return readValue(node);
}

/** A list is one of variants when each element has a title and a value, and nothing else. */
function isVariants(node: YamlNode): boolean {
  return Array.isArray(node.value) && node.value.length > 0 &&
    node.value.every((one) =>
      typeof one === "object" && one !== null && Object.hasOwn(one, "title") &&
      Object.hasOwn(one, "value") &&
      Object.keys(one).every((key) =>
        ["title", "value", "selected"].includes(key)
      )
    );
}
