import type { FileRow, FileVariable } from "../open_collection.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";

/** Rows `{key, value, disabled}`; version 2.0 may have headers as one text. */
export function postmanRows(value: RawJson): FileRow[] {
  if (typeof value === "string") return headerLines(value);
  return elements(value).flatMap((element) => {
    if (typeof element === "string") return headerLines(element);
    const row = members(element);
    const name = jsonTextOf(row.key) ?? jsonTextOf(row.name) ?? "";
    if (name === "" && (jsonTextOf(row.value) ?? "") === "") return [];
    return [{
      name,
      value: jsonTextOf(row.value) ?? "",
      ...described(row.description),
      ...((row.disabled === true || row.enabled === false) &&
        { disabled: true as const }),
    }];
  });
}

function headerLines(text: string): FileRow[] {
  return text.split(/\r?\n/).filter((line) => line.includes(":")).map(
    (line) => {
      const colon = line.indexOf(":");
      return {
        name: line.slice(0, colon).trim(),
        value: line.slice(colon + 1).trim(),
      };
    },
  );
}

/** Variables of a collection or a folder, and of an environment. */
export function postmanVariables(
  value: RawJson,
  hide: (
    name: string,
    value: string,
  ) => Pick<FileVariable, "value" | "secret">,
): FileVariable[] {
  return elements(value).flatMap((element) => {
    const row = members(element);
    const name = jsonTextOf(row.key) ?? jsonTextOf(row.id) ??
      jsonTextOf(row.name) ?? "";
    if (name === "") return [];
    return [{
      name,
      ...(row.type === "secret"
        // Postman keeps what a person typed to itself: it exports "".
        ? hide(name, jsonTextOf(row.value) ?? "")
        : { value: variableValue(row) }),
      ...described(row.description),
      ...((row.disabled === true || row.enabled === false) &&
        { disabled: true as const }),
    }];
  });
}

/** Postman's variables are text unless their type says otherwise. */
function variableValue({ value, type }: Record<string, RawJson>): unknown {
  if (typeof value === "object" && value !== null) {
    return { type: "object", data: JSON.stringify(value, null, 2) };
  }
  if (value === null) return null;
  const text = jsonTextOf(value) ?? "";
  const isTyped = typeof value === "number" || typeof value === "boolean" ||
    type === "number" || type === "boolean";
  return isTyped && text !== ""
    ? { type: typeof value === "string" ? type : typeof value, data: text }
    : text;
}

/** A description: text, or `{content, type}`; undefined where it says nothing. */
export function description(value: RawJson): string | undefined {
  const text = jsonTextOf(value) ?? jsonTextOf(members(value).content);
  return text?.trim() ? text : undefined;
}

/** The same as a member of a row. */
export function described(value: RawJson): { description?: string } {
  const text = description(value);
  return text === undefined ? {} : { description: text };
}
