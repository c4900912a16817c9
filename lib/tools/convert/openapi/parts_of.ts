import { isMapping, type Json } from "../json.ts";

/** A value inside another, where its place says what may be in it. */
export interface Part {
  readonly key: string;
  readonly value: Json;
  /** Whether its keys are names that somebody chose, and no keywords. */
  readonly isNamed: boolean;
}

/** Keywords whose members have names of the author's. */
const NAMED = new Set([
  "$defs",
  "content",
  "definitions",
  "dependentSchemas",
  "encoding",
  "headers",
  "paths",
  "patternProperties",
  "properties",
  "responses",
  "variables",
]);

/** Keywords that hold data (a `$ref` in it is a member like any other), and what no request is made of. */
const LEFT_OUT = new Set([
  "callbacks",
  "const",
  "default",
  "discriminator",
  "enum",
  "example",
  "externalDocs",
  "links",
  "security",
  "value",
  "xml",
]);

/** What of a mapping or list of a document can refer to something. */
export function partsOf(
  value: Json,
  { isNamed, isSwagger }: { isNamed: boolean; isSwagger: boolean },
): Part[] {
  if (Array.isArray(value)) {
    return value.map((one, at) => ({
      key: String(at),
      value: one,
      isNamed: false,
    }));
  }
  if (!isMapping(value)) return [];
  const entries = Object.entries(value);
  if (isNamed) {
    return entries.map(([key, one]) => ({ key, value: one, isNamed: false }));
  }
  return entries.flatMap(([key, one]): Part[] => {
    if (LEFT_OUT.has(key) || key.startsWith("x-")) return [];
    if (key === "examples") {
      // Those of OpenAPI 3 are objects that a reference can stand for; of schemas and of 2.0 data.
      return isMapping(one) && !isSwagger
        ? [{ key, value: one, isNamed: true }]
        : [];
    }
    return [{ key, value: one, isNamed: NAMED.has(key) }];
  });
}
