import { elements, isMapping, jsonTextOf, type RawJson } from "../json.ts";
import type { Spec } from "./spec.ts";

/** Schemas in others, on the way to one that names its type. */
const MAX_HOPS = 10;

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
  const types = typesOf(spec, schema);
  return typeof example === "string" && types.length > 0 &&
    !types.includes("string");
}

/** The types that a schema names or implies; none if it says nothing. */
function typesOf(spec: Spec, schema: RawJson, hops = 0): string[] {
  const { type, properties, items, allOf } = spec.open(schema);
  const named = (Array.isArray(type) ? type : [type]).map(jsonTextOf)
    .filter((one) => one !== undefined);
  if (named.length > 0) return named;
  if (isMapping(properties)) return ["object"];
  if (isMapping(items)) return ["array"];
  return hops > MAX_HOPS
    ? []
    : elements(allOf).flatMap((one) => typesOf(spec, one, hops + 1));
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
