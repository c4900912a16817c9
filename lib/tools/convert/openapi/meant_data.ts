import { elements, isMapping, jsonTextOf, type RawJson } from "../json.ts";
import { eachSchema, type Spec } from "./spec.ts";

/** An example that is the JSON text of data, as its schema has it: the data. */
export function meantData(
  spec: Spec,
  schema: RawJson,
  example: RawJson,
): RawJson {
  if (typeof example !== "string") return example;
  const types = typesOf(spec, schema);
  if (types.length === 0 || types.includes("string")) return example;
  let data: RawJson;
  try {
    data = JSON.parse(example);
  } catch {
    return example;
  }
  // A number that would be written otherwise stays as it is.
  const isSame = typeof data === "object" || String(data) === example;
  return isSame && types.some((type) => isOfType(data, type)) ? data : example;
}

/** Whether an example is a text although its schema has none. */
export function isTextInstead(
  spec: Spec,
  schema: RawJson,
  example: RawJson,
): boolean {
  if (typeof example !== "string") return false;
  const types = typesOf(spec, schema);
  return types.length > 0 && !types.includes("string");
}

/** The types that a schema names or implies; none if it says nothing. */
function typesOf(spec: Spec, schema: RawJson): string[] {
  const all = eachSchema(
    spec,
    schema,
    (one) => ownTypes(one).length > 0 ? [] : elements(one.allOf),
  );
  return [...all].flatMap(ownTypes);
}

/** Those that it does not leave to the schemas that it is all of. */
function ownTypes(
  { type, properties, items }: Record<string, RawJson>,
): string[] {
  const named = (Array.isArray(type) ? type : [type]).map(jsonTextOf)
    .filter((one) => one !== undefined);
  if (named.length > 0) return named;
  if (isMapping(properties)) return ["object"];
  return isMapping(items) ? ["array"] : [];
}

function isOfType(data: RawJson, type: string): boolean {
  switch (type) {
    case "object":
      return isMapping(data);
    case "array":
      return Array.isArray(data);
    case "integer":
      return Number.isInteger(data);
    case "number":
      return typeof data === "number";
    case "boolean":
      return typeof data === "boolean";
    default:
      return type === "null" && data === null;
  }
}
