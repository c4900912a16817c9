import { isMapping, members, type RawJson } from "../json.ts";
import type { FileAssertion, FileScript } from "../open_collection.ts";
import type { Spec } from "./spec.ts";

/** The response that an operation hopes for: its code and its definition. */
function success(
  spec: Spec,
  responses: RawJson,
): { code: string; response: Record<string, RawJson> } | undefined {
  const all = spec.open(responses);
  const code = Object.keys(all).find((one) => /^2\d\d$/.test(one)) ??
    Object.keys(all).find((one) => /^2xx$/i.test(one));
  return code === undefined
    ? undefined
    : { code, response: spec.open(all[code]) };
}

/** An assertion about the status; none where the document names no success. */
export function statusAssertion(
  spec: Spec,
  responses: RawJson,
): FileAssertion | undefined {
  const found = success(spec, responses);
  if (!found) return undefined;
  return /^2\d\d$/.test(found.code)
    ? { expression: "res.status", operator: "eq", value: found.code }
    : { expression: "res.status", operator: "between", value: "200, 299" };
}

/** The line that each generated test has: an update finds the tests by it. */
export const SCHEMA_CHECK = "expect(res.body).to.have.jsonSchema(schema);";

/** A test of the response's JSON against its schema. */
export function schemaTest(
  spec: Spec,
  responses: RawJson,
): FileScript | undefined {
  const found = success(spec, responses);
  if (!found) return undefined;
  const { response } = found;
  const content = spec.open(response.content);
  const type = Object.keys(content).find((one) => /[/+]json\b/i.test(one));
  const schema = type === undefined
    ? response.schema
    : spec.open(content[type]).schema;
  if (schema === undefined) return undefined;
  const json = JSON.stringify(standalone(spec, schema), null, 2)
    .replace(/\n/g, "\n  ");
  return {
    type: "tests",
    code: `test("the response matches its schema", () => {
  const schema = ${json};
  ${SCHEMA_CHECK}
});`,
  };
}

/** Keywords of OpenAPI that JSON Schema does not have. */
const NO_KEYWORDS = new Set([
  "discriminator",
  "example",
  "externalDocs",
  "nullable",
  "xml",
]);
/** Keywords that hold data: what looks like a schema in it is none. */
const DATA = new Set(["const", "default", "enum", "examples"]);
/** Keywords whose members have names of the author's. */
const NAMED = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** A schema with what it refers to, as JSON Schema. */
function standalone(spec: Spec, schema: RawJson): RawJson {
  const names = new Map<string, string>();
  const definitions: Record<string, RawJson> = {};
  const convert = (value: RawJson): RawJson => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isMapping(value)) return value;
    if (typeof value.$ref === "string") {
      return { $ref: `#/definitions/${nameOf(value.$ref)}` };
    }
    const converted = Object.fromEntries(
      Object.entries(value).filter(([key]) => !NO_KEYWORDS.has(key))
        .map(([key, one]) => [
          key,
          DATA.has(key)
            ? one
            : NAMED.has(key) && isMapping(one)
            ? mapped(spec.open(one))
            : convert(one),
        ]),
    );
    // OpenAPI 3.0 says it so.
    if (value.nullable === true && typeof converted.type === "string") {
      converted.type = [converted.type, "null"];
      if (Array.isArray(converted.enum)) {
        converted.enum = [...converted.enum, null];
      }
    }
    return exclusive(converted);
  };
  const mapped = (schemas: Record<string, RawJson>) =>
    Object.fromEntries(
      Object.entries(schemas).map(([key, one]) => [key, convert(one)]),
    );
  const nameOf = (reference: string): string => {
    const known = names.get(reference);
    if (known !== undefined) return known;
    const base = reference.split("/").at(-1)?.replace(/\W+/g, "_") || "schema";
    let name = base;
    for (let count = 2; Object.hasOwn(definitions, name); count++) {
      name = `${base}${count}`;
    }
    names.set(reference, name);
    definitions[name] = true;
    return name;
  };
  const root = convert(schema);
  // Each brings what it refers to in its turn.
  for (const [reference, name] of names) {
    definitions[name] = convert(spec.open({ $ref: reference }));
  }
  return names.size === 0 ? root : { ...members(root), definitions };
}

/** `exclusiveMinimum: true` of OpenAPI 3.0 is a number in JSON Schema. */
function exclusive(schema: Record<string, RawJson>): Record<string, RawJson> {
  for (
    const [flag, limit] of [
      ["exclusiveMinimum", "minimum"],
      ["exclusiveMaximum", "maximum"],
    ]
  ) {
    if (schema[flag] === true) {
      schema[flag] = schema[limit];
      delete schema[limit];
    } else if (schema[flag] === false) delete schema[flag];
  }
  return schema;
}
