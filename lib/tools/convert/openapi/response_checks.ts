import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import type {
  FileAssertion,
  FileRequest,
  FileScript,
} from "../open_collection.ts";
import { identityOf, type Spec } from "./spec.ts";

/** The responses that an operation hopes for: their codes and definitions; `2XX` only without others. */
function successes(
  spec: Spec,
  responses: RawJson,
): { code: string; response: Record<string, RawJson> }[] {
  const all = spec.open(responses);
  const codes = Object.keys(all);
  const exact = codes.filter((one) => /^2\d\d$/.test(one));
  const found = exact.length > 0
    ? exact
    : codes.filter((one) => /^2xx$/i.test(one));
  return found.map((code) => ({ code, response: spec.open(all[code]) }));
}

/** A response whose schema is tested, and what of others a test of it passes over. */
interface Tested {
  readonly code: string;
  readonly response: Record<string, RawJson>;
  readonly guards: readonly string[];
}

/** The successes; without any, `default`, which then means each status that the document does not name. */
function tested(spec: Spec, responses: RawJson): Tested[] {
  const found = successes(spec, responses);
  if (found.length > 0) {
    return found.map(({ code, response }) => ({
      code,
      response,
      guards: found.length === 1 ? [] : [`if (res.status !== ${code}) return;`],
    }));
  }
  const { default: other, ...named } = spec.open(responses);
  if (other === undefined) return [];
  const guards = Object.keys(named).flatMap((code) => {
    const [, digit, rest] = /^([1-5])(\d\d|xx)$/i.exec(code) ?? [];
    if (digit === undefined) return [];
    return /^\d/.test(rest)
      ? [`if (res.status === ${code}) return;`]
      : [`if (Math.floor(res.status / 100) === ${digit}) return;`];
  });
  return [{ code: "default", response: spec.open(other), guards }];
}

/** A response as OpenAPI 3 has it: Swagger 2.0 has one schema, and the media types elsewhere. */
function withContent(
  spec: Spec,
  operation: Record<string, RawJson>,
  response: Record<string, RawJson>,
): Record<string, RawJson> {
  const { schema } = response;
  if (!spec.isSwagger || schema === undefined) return response;
  const types = spec.open(schema).type === "file"
    ? ["application/octet-stream"]
    : elements(operation.produces ?? spec.root.produces).map(jsonTextOf)
      .filter((one) => one !== undefined);
  if (types.length === 0) return response;
  return {
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

/** An assertion about the status; none where the document names no success. */
export function statusAssertion(
  spec: Spec,
  responses: RawJson,
): FileAssertion | undefined {
  const codes = successes(spec, responses).map(({ code }) => code);
  if (codes.length === 0) return undefined;
  const isRange = Object.keys(spec.open(responses))
    .some((code) => /^2xx$/i.test(code));
  const expression = "res.status";
  if (isRange) return { expression, operator: "between", value: "200, 299" };
  return codes.length === 1
    ? { expression, operator: "eq", value: codes[0] }
    : { expression, operator: "in", value: codes.join(", ") };
}

/** The line that each generated test has: an update finds the tests by it. */
export const SCHEMA_CHECK = "expect(res.body).to.have.jsonSchema(schema);";

/** A request as an import without `--with-tests` writes it. */
export function withoutSchemaTest(request: FileRequest): FileRequest {
  const { scripts, ...others } = request.runtime ?? {};
  if (!scripts?.some(({ code }) => code.includes(SCHEMA_CHECK))) return request;
  const { runtime: _, ...rest } = request;
  return Object.keys(others).length === 0
    ? rest
    : { ...request, runtime: others };
}

/** In a test of a response that may be no JSON, since the document leaves its media type open. */
const ONLY_JSON =
  'if (!/[/+]json\\b/i.test(res.getHeader("content-type") ?? "")) return;';

/** Tests of the response's JSON against its schema: one, or one for each of several statuses. */
export function schemaTest(
  spec: Spec,
  operation: Record<string, RawJson>,
): FileScript | undefined {
  const found = tested(spec, operation.responses);
  const tests = found.flatMap(({ code, response, guards }) => {
    const { schema, isOpen = false } = checkedIn(
      spec,
      withContent(spec, operation, response),
    );
    if (schema === undefined) return [];
    const json = JSON.stringify(standalone(spec, schema), null, 2)
      .replace(/\n/g, "\n  ");
    const name = found.length === 1
      ? "the response matches its schema"
      : `a response with ${code} matches its schema`;
    const before = [...guards, ...isOpen ? [ONLY_JSON] : []]
      .map((guard) => `\n  ${guard}`).join("");
    return [`test("${name}", () => {${before}
  const schema = ${json};
  ${SCHEMA_CHECK}
});`];
  });
  return tests.length === 0
    ? undefined
    : { type: "tests", code: tests.join("\n\n") };
}

/** The codes of the responses that have a schema, but no test: they are no JSON. */
export function untested(
  spec: Spec,
  operation: Record<string, RawJson>,
): string[] {
  return tested(spec, operation.responses).filter(({ response }) => {
    const all = withContent(spec, operation, response);
    return checkedIn(spec, all).schema === undefined &&
      Object.values(spec.open(all.content)).some((media) =>
        spec.open(media).schema !== undefined
      );
  }).map(({ code }) => code);
}

/** The schema that JSON of a response is tested against; `isOpen`: the response may be something else. */
function checkedIn(
  spec: Spec,
  response: Record<string, RawJson>,
): { schema?: RawJson; isOpen?: boolean } {
  const content = spec.open(response.content);
  const types = Object.keys(content);
  const json = types.find((one) => /[/+]json\b/i.test(one));
  if (json !== undefined) return { schema: spec.open(content[json]).schema };
  const range = types.find((one) => /^(?:\*|application)\/\*/i.test(one));
  if (range === undefined) return { schema: response.schema };
  const { schema } = spec.open(content[range]);
  // A text, as most servers send it, is no JSON.
  return isStructured(spec, schema) ? { schema, isOpen: true } : {};
}

/** So deep a schema refers to itself. */
const MAX_DEPTH = 20;

/** Whether a schema is that of an object or a list; one that stands in itself is not, as far as only that says so. */
function isStructured(
  spec: Spec,
  schema: RawJson,
  depth = 0,
  /** Each schema is looked at once, however many refer to it. */
  known = new Map<RawJson, boolean>(),
): boolean {
  const identity = identityOf(schema);
  const before = known.get(identity);
  if (before !== undefined || depth > MAX_DEPTH) return before ?? false;
  known.set(identity, false);
  const { type, properties, items, additionalProperties, ...combined } = spec
    .open(schema);
  const isOne = (one: RawJson) => isStructured(spec, one, depth + 1, known);
  const either = elements(combined.oneOf ?? combined.anyOf);
  const is = type !== undefined
    ? (Array.isArray(type) ? type : [type]).every((one) =>
      one === "object" || one === "array" || one === "null"
    )
    : (properties ?? items ?? additionalProperties) !== undefined ||
      elements(combined.allOf).some(isOne) ||
      either.length > 0 && either.every(isOne);
  known.set(identity, is);
  return is;
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

/** Keywords that draft 7 lacks, which a schema is of without `$schema`. */
const OF_2020 = new Set([
  "$dynamicRef",
  "dependentRequired",
  "dependentSchemas",
  "maxContains",
  "minContains",
  "prefixItems",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
/** Keywords that check nothing: beside a reference they only make it longer. */
const ANNOTATIONS = new Set([
  "$comment",
  "default",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "summary",
  "title",
  "writeOnly",
]);

/** Keywords of schemas that null would have to match, too. */
const COMBINED = ["allOf", "anyOf", "oneOf"];

function orNull(schema: RawJson): Record<string, RawJson> {
  return { anyOf: [schema, { type: "null" }] };
}

/** A schema with what it refers to, as JSON Schema. */
function standalone(spec: Spec, schema: RawJson): RawJson {
  const names = new Map<string, string>();
  const definitions: Record<string, RawJson> = {};
  // Before OpenAPI 3.1, a schema is of a draft before 7, and nothing beside $ref counts.
  const isOld = spec.isSwagger ||
    /^3\.0/.test(jsonTextOf(spec.root.openapi) ?? "");
  let isOf2020 = false;
  const convert = (value: RawJson): RawJson => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isMapping(value)) return value;
    if (typeof value.$ref === "string") {
      const { $ref, nullable, ...others } = value;
      const beside = Object.entries(isOld ? {} : others)
        .filter(([key]) => !ANNOTATIONS.has(key));
      const reference = {
        $ref: `#/definitions/${nameOf($ref as string)}`,
        ...members(convert(Object.fromEntries(beside))),
      };
      return nullable === true ? orNull(reference) : reference;
    }
    isOf2020 ||= Object.keys(value).some((key) => OF_2020.has(key));
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
    // A response does not have what is only sent.
    if (Array.isArray(value.required)) {
      const properties = spec.open(value.properties);
      converted.required = value.required.filter((name) =>
        spec.open(properties[String(name)]).writeOnly !== true
      );
    }
    if (value.nullable !== true) return exclusive(converted);
    // OpenAPI 3.0 says it so.
    const isPlain = typeof converted.type === "string" &&
      !COMBINED.some((key) => Object.hasOwn(converted, key));
    if (!isPlain) return orNull(exclusive(converted));
    converted.type = [converted.type, "null"];
    if (Array.isArray(converted.enum)) {
      converted.enum = [...converted.enum, null];
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
  const whole = names.size === 0 ? root : { ...members(root), definitions };
  return isOf2020 && !isOld && isMapping(whole)
    ? { $schema: "https://json-schema.org/draft/2020-12/schema", ...whole }
    : whole;
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
