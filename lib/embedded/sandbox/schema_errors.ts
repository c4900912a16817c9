import type { Validator } from "./schema.ts";

type SchemaError = NonNullable<Validator["errors"]>[number];

/** Errors that are named at most, and those that differ in the items of lists alone. */
const MAX_ERRORS = 20;
const MAX_ALIKE = 3;
/** Allowed values that an error names at most. */
const MAX_VALUES = 10;
/** Characters of a wrong value that an error shows; a longer one could be cut inside a secret. */
const MAX_LENGTH = 60;
/** Names of fields whose values an error leaves out: rather too many than a secret's. */
const MAY_BE_SECRET =
  /token|secret|session|credential|passw|pwd|pin|auth|sig|key/i;

/** What a value has against its schema, each said once; of many alike, the first. */
export function schemaErrors(
  value: unknown,
  errors: readonly SchemaError[],
): string[] {
  const all = new Map<string, string>();
  const alike = new Map<string, number>();
  for (const error of errors) {
    const { instancePath, message } = error;
    const path = instancePath === "" ? "the value" : instancePath;
    const text = `${path} ${message}${details(error, value)}`;
    if (all.has(text)) continue;
    const kind = `${path.replace(/\/\d+(?=\/|$)/g, "/*")} ${message}`;
    all.set(text, kind);
    alike.set(kind, (alike.get(kind) ?? 0) + 1);
  }
  const counted = new Set<string>();
  const why = [...all].flatMap(([text, kind]) => {
    const others = alike.get(kind)! - 1;
    if (others < MAX_ALIKE) return text;
    if (counted.has(kind)) return [];
    counted.add(kind);
    return `${text} (and ${others} more like it)`;
  });
  const more = why.length - MAX_ERRORS;
  return [
    ...why.slice(0, MAX_ERRORS),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...notJson(value, errors),
  ];
}

/** What ajv leaves out of a message. */
function details(
  { instancePath, propertyName, params = {} }: SchemaError,
  value: unknown,
): string {
  const { additionalProperty, unevaluatedProperty } = params;
  const extra = additionalProperty ?? unevaluatedProperty;
  if (extra !== undefined) return `, such as "${extra}"`;
  const allowed = params.allowedValues ??
    ("allowedValue" in params ? [params.allowedValue] : undefined);
  if (allowed === undefined) return "";
  const more = allowed.length - MAX_VALUES;
  const shown = allowed.slice(0, MAX_VALUES).map((it) => JSON.stringify(it))
    .join(", ");
  const is = scalarText(propertyName ?? valueAt(value, instancePath));
  const isShown = is.length <= MAX_LENGTH && !MAY_BE_SECRET.test(instancePath);
  return `: ${shown}${more > 0 ? ` and ${more} more` : ""}${
    isShown ? ` (it is ${is})` : ""
  }`;
}

function scalarText(value: unknown): string {
  if (typeof value === "bigint") return `${value}`;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null
    ? "an object"
    : `${JSON.stringify(value)}`;
}

/** The part of a value at a JSON pointer (RFC 6901). */
function valueAt(value: unknown, pointer: string): unknown {
  return pointer.split("/").slice(1).reduce(
    (at: unknown, key) =>
      Object(at)[key.replaceAll("~1", "/").replaceAll("~0", "~")],
    value,
  );
}

/** Why a text is no object or list: a response that is not JSON is its text. */
function notJson(value: unknown, errors: readonly SchemaError[]): string[] {
  const isWanted = errors.some(({ instancePath, params }) =>
    instancePath === "" && /object|array/.test(`${params?.type}`)
  );
  if (typeof value !== "string" || !isWanted) return [];
  if (value.trim() === "") return ["the value is an empty text"];
  try {
    JSON.parse(value);
    return [];
  } catch (error) {
    const { name, message } = error as Error;
    return name === "SyntaxError"
      ? [`the value is a text that is not JSON: ${message}`]
      : [];
  }
}
