import type { Variable } from "../types.ts";
import { readValue, typedData } from "../read/read_value.ts";
import type { YamlNode } from "../yaml/node.ts";
import {
  any,
  flag,
  ifPresent,
  list,
  mapping,
  orElse,
  pairs,
  readBy,
  text,
  unread,
} from "./make.ts";
import { isDisabled, ROW_END, selectVariant } from "./rows.ts";
import type { Read, Same } from "./types.ts";

/** A variable. */
export const VARIABLE = mapping("A variable", {
  secret: orElse(flag("Mask the value in all output"), false),
  name: orElse(text("Name, as in the placeholder {{name}}"), ""),
  type: unread(
    text("Data type of a secret in Bruno; Brace ignores it"),
  ),
  value: readBy(
    any(
      "Text (a template), a number, true, false, null, a list, a mapping, or {type, data}",
    ),
    readVariableValue,
  ),
  ...ROW_END,
  hosts: ifPresent(list(
    "The only hosts to which Brace may send this secret",
    text("A host, such as api.example.com"),
  )),
}, {
  filled: ["name"],
  accepts: isNamed,
  to: (
    { name, value: { value, at, isUnset }, secret, hosts, ...fields },
    row,
  ) => ({
    name,
    value,
    secret,
    ...fields,
    ...(secret && isUnset && { unset: true }),
    disabled: isDisabled(row),
    ...(hosts && { hosts }),
    at,
  }),
});
true satisfies Same<Read<typeof VARIABLE>, Omit<Variable, "store">>;

/** `variables` of an environment, a collection, a folder or a request. */
export function variables(about: string) {
  return pairs(about, VARIABLE);
}

/** Editors leave blank rows behind; a value without a name is lost. */
function isNamed(row: YamlNode): boolean {
  if (row.get("name").scalar()) return true;
  const value = row.get("value");
  if (value.present && value.value !== "") row.missing("name");
  else {
    row.report({
      code: "INVALID_FIELD",
      severity: "warning",
      message: `Ignored "${row.name}": it has neither name nor value`,
    });
  }
  return false;
}

/** No value is empty text, as Bruno has it; a `null` that is written out is null. */
function readVariableValue(written: YamlNode) {
  const node = isVariants(written) ? selectVariant(written, "value") : written;
  const isEmpty = !node.present && node.written() === undefined;
  return {
    value: isEmpty ? "" : readValue(node),
    at: (typedData(node) ?? node).at,
    isUnset: written.value === undefined,
  };
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
