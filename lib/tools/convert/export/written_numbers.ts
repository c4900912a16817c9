import type { YamlDocument } from "../../../core/collection/yaml/parse_yaml.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { jsonText } from "../../../core/scope/value/value_text.ts";
import {
  numberAsWritten,
  WrittenNumber,
} from "../../../core/scope/value/written_number.ts";
import { isMapping, type RawJson } from "../json.ts";

type Path = readonly (string | number)[];

/** Keys that are true or false, also as text. */
const FLAGS = [
  "disabled",
  "enabled",
  "followRedirects",
  "interpolate",
  "omitEmpty",
  "secret",
  "selected",
];

/** Numbers as the file has them, as `1.10` and a long id are no others; flags as such. */
export function asWritten(
  document: YamlDocument,
  value: RawJson,
  path: Path,
): RawJson {
  if (isVariableValue(path)) return variableValue(document, value, path);
  if (typeof value === "number") return writtenText(document, value, path);
  if (value === "true" || value === "false") {
    return FLAGS.includes(String(path.at(-1))) ? value === "true" : value;
  }
  if (Array.isArray(value)) {
    return value.map((one, index) =>
      asWritten(document, one, [...path, index])
    );
  }
  if (!isMapping(value)) return value;
  return membersAsWritten(
    value,
    (key, one) => asWritten(document, one, [...path, key]),
  );
}

/** Whether a path leads to the value of a variable, whose kind counts. */
function isVariableValue(path: Path): boolean {
  return path.at(-1) === "value" && path.at(-3) === "variables";
}

/** The value of a variable, also one of values with titles: numbers stay numbers. */
function variableValue(
  document: YamlDocument,
  value: RawJson,
  path: Path,
): RawJson {
  if (typeof value === "number") {
    const text = writtenText(document, value, path);
    // Bruno and Postman would send another one for 19.90, or a long id.
    return typeof numberAsWritten(text) === "number"
      ? { type: "number", data: text }
      : text;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isVariant)) {
    return value.map((variant, index) =>
      membersAsWritten(
        variant,
        (key, one) =>
          key === "value"
            ? variableValue(document, one, [...path, index, key])
            : asWritten(document, one, [...path, index, key]),
      )
    );
  }
  if (isMapping(value) && typeof value.type === "string" && "data" in value) {
    return membersAsWritten(
      value,
      (key, one) =>
        typeof one === "object" && one !== null
          ? wholeText(dataOf(document, one, [...path, key]))
          : asWritten(document, one, [...path, key]),
    );
  }
  const data = dataOf(document, value, path);
  return holdsWritten(data) ? { type: "object", data: wholeText(data) } : data;
}

function isVariant(value: RawJson): value is Record<string, RawJson> {
  return isMapping(value) && "title" in value && "value" in value;
}

/** A list or a mapping whose numbers know how they are written. */
function dataOf(document: YamlDocument, value: RawJson, path: Path): Value {
  if (typeof value === "number") {
    const text = writtenText(document, value, path);
    return numberAsWritten(text) ?? text;
  }
  if (Array.isArray(value)) {
    return value.map((one, index) => dataOf(document, one, [...path, index]));
  }
  if (!isMapping(value)) return value as Value;
  return membersAsWritten(
    value,
    (key, one) => dataOf(document, one, [...path, key]),
  );
}

/** Whether JavaScript would write a number in it otherwise than the file does. */
function holdsWritten(value: Value): boolean {
  if (typeof value !== "object" || value === null) {
    return typeof value === "bigint";
  }
  return value instanceof WrittenNumber ||
    Object.values(value).some(holdsWritten);
}

function wholeText(value: Value): string {
  return String(jsonText(value));
}

function writtenText(
  document: YamlDocument,
  value: number,
  path: Path,
): string {
  return document.written(path) ?? String(value);
}

function membersAsWritten<T>(
  value: Record<string, RawJson>,
  write: (key: string, one: RawJson) => T,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, write(key, one)] as const),
  );
}
