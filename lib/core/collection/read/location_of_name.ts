import { formatYamlPath } from "../../source/origin.ts";
import { type Location, locationOf } from "../../source/diagnostic.ts";
import type { Variable } from "../types.ts";
import { isV3Path } from "../v3/parse_v3.ts";

/** Where the name of a variable stands, by the file and the keys of its value. */
export function nameKeys(
  { file = "", keys = [] }: Pick<Location, "file" | "keys">,
): Required<Pick<Location, "keys">> & Pick<Location, "onKey"> {
  const value = keys.indexOf("value");
  const element = keys.slice(0, value === -1 ? keys.length : value);
  if (!isV3Path(file)) return { keys: [...element, "name"] };
  return typeof element.at(-1) === "number"
    ? { keys: [...element, "key"] }
    : { keys: element, onKey: true };
}

/** Where the name of a file's variable stands. */
export function locationOfName(
  { name, at }: Pick<Variable, "name" | "at">,
): Location {
  const value = locationOf(at);
  // A .env has no keys.
  if (value.confidential) return value;
  const where = nameKeys(value);
  return {
    ...value,
    ...where,
    yamlPath: formatYamlPath(where.keys),
    length: name.length,
  };
}
