import { didYouMean, nearest } from "../core/source/nearest.ts";
import { isRecord } from "./json_rpc.ts";

/** The part of JSON Schema that describes tools. */
export interface Schema {
  readonly type?: "object" | "array" | "string" | "integer" | "boolean";
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

/** An object with these members. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema & { readonly type: "object" } {
  return {
    type: "object",
    properties,
    ...required.length > 0 && { required },
    additionalProperties: false,
  };
}

/** An object as a tool gives it: later versions may add members. */
export function output(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema & { readonly type: "object" } {
  return {
    type: "object",
    properties,
    ...required.length > 0 && { required },
  };
}

export const string = (description: string, more: Schema = {}): Schema => ({
  type: "string",
  description,
  ...more,
});

export const strings = (description: string): Schema => ({
  type: "array",
  description,
  items: { type: "string", maxLength: 1_000 },
  maxItems: 1_000,
});

/** Members of any names. */
export const record = (description: string): Schema => ({
  type: "object",
  description,
  additionalProperties: true,
});

export const array = (description: string): Schema => ({
  type: "array",
  description,
});

/** The argument that goes on with a list. */
export const CURSOR: Schema = string(
  "Where the list goes on, as the last answer said",
  { maxLength: 20 },
);

/** The argument that chooses an environment. */
export const CHOSEN_ENVIRONMENT: Schema = string(
  "One of the environments that list names",
);

/** The member of an answer that names what cannot be read. */
export const BROKEN: Schema = array(
  "Files that cannot be read, with place and message; what depends on them does not run",
);

/** What is wrong with a value, as the rest of `Cannot use …`; undefined for nothing. */
export function problemOf(
  value: unknown,
  schema: Schema,
  path = "",
): string | undefined {
  const name = path === "" ? "the arguments" : `"${path}"`;
  const wrong = (why: string) => `${name}: ${why}`;
  switch (schema.type) {
    case "object":
      if (!isRecord(value)) return wrong(`not an object but ${kindOf(value)}`);
      return membersProblem(value, schema, path);
    case "array": {
      if (!Array.isArray(value)) {
        return wrong(`not a list but ${kindOf(value)}`);
      }
      const { items, maxItems = Infinity } = schema;
      if (value.length > maxItems) {
        return wrong(`${value.length} elements are more than ${maxItems}`);
      }
      for (const [at, one] of items ? value.entries() : []) {
        const problem = problemOf(one, items!, `${path}[${at}]`);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }
    case "string": {
      if (typeof value !== "string") {
        return wrong(`not a text but ${kindOf(value)}`);
      }
      const { maxLength = Infinity } = schema;
      if (value.length > maxLength) {
        return wrong(`${value.length} characters are more than ${maxLength}`);
      }
      if (schema.enum && !schema.enum.includes(value)) {
        return wrong(
          `not one of ${schema.enum.map((one) => `"${one}"`).join(", ")}`,
        );
      }
      return undefined;
    }
    case "integer":
      if (!Number.isSafeInteger(value)) {
        return wrong(`not a whole number but ${kindOf(value)}`);
      }
      if (Number(value) < (schema.minimum ?? -Infinity)) {
        return wrong(`less than ${schema.minimum}`);
      }
      return Number(value) > (schema.maximum ?? Infinity)
        ? wrong(`greater than ${schema.maximum}`)
        : undefined;
    case "boolean":
      return typeof value === "boolean"
        ? undefined
        : wrong(`neither true nor false but ${kindOf(value)}`);
    case undefined:
      return isDeeper(value, MAX_DEPTH)
        ? wrong(`nested deeper than ${MAX_DEPTH}`)
        : undefined;
    default:
      return schema.type satisfies never;
  }
}

/** Levels of a value of any kind: what comes after recurses. */
const MAX_DEPTH = 100;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 ||
    Object.values(value).some((one) => isDeeper(one, depth - 1));
}

function membersProblem(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties }: Schema,
  path: string,
): string | undefined {
  const inside = (name: string) => path === "" ? name : `${path}.${name}`;
  for (const [name, one] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name)
      ? properties[name]
      : undefined;
    if (schema === undefined && additionalProperties === false) {
      const names = Object.keys(properties);
      const near = nearest(name, names);
      const hint = near === undefined && names.length > 0
        ? ` (there are ${names.map((it) => `"${it}"`).join(", ")})`
        : didYouMean(near);
      return `"${
        inside(name.slice(0, 100))
      }": there is no such argument${hint}`;
    }
    const given = schema ??
      (typeof additionalProperties === "object" ? additionalProperties : {});
    const problem = problemOf(one, given, inside(name.slice(0, 100)));
    if (problem !== undefined) return problem;
  }
  const missing = required.find((name) => value[name] === undefined);
  return missing === undefined
    ? undefined
    : `"${inside(missing)}": it is missing`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
