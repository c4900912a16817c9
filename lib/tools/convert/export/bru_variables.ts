import { type Json, jsonTextOf, members } from "../json.ts";
import { isSwitchedOff, pair, type Say, shownName } from "./bru_text.ts";

/** Lines of a variable; a typed value has its type as an annotation above it. */
export function variableLines(
  row: Record<string, Json>,
  say: Say,
  { quotes = true }: { quotes?: boolean } = {},
): string[] {
  const name = jsonTextOf(row.name) ?? "";
  const options = {
    disabled: isSwitchedOff(row),
    description: row.description,
    lost: { variables: 1 },
    quotes,
  };
  if (row.hosts !== undefined) {
    say(
      `The variable "${
        shownName(name)
      }" is written without its hosts, which Bruno does not know`,
    );
  }
  const { type, data } = typed(selectedValue(row.value));
  if (type === "null") {
    say(
      `The variable "${
        shownName(name)
      }" is written as empty: .bru files have no null`,
    );
  }
  return pair(name, data, say, {
    ...options,
    ...(["string", "null"].includes(type) ? {} : { annotations: [`@${type}`] }),
  });
}

/** A variable's value as text, and its type in Bruno's words. */
export function typed(value: Json): { type: string; data: string } {
  if (value === undefined) return { type: "string", data: "" };
  if (value === null) return { type: "null", data: "" };
  const { type, data } = members(value);
  if (typeof type === "string" && data !== undefined) {
    const text = jsonTextOf(data) ?? JSON.stringify(data, null, 2);
    return { type: type === "array" ? "object" : type, data: text };
  }
  return typeof value === "object"
    ? { type: "object", data: JSON.stringify(value, null, 2) }
    : { type: typeof value, data: String(value) };
}

/** Of values with titles the selected one. */
export function selectedValue(value: Json): Json {
  if (!Array.isArray(value) || value.length === 0) return value;
  const variants = value.map(members);
  const isVariant = (one: Record<string, Json>) =>
    "title" in one && "value" in one;
  if (!variants.every(isVariant)) return value;
  return (variants.find((one) => one.selected === true) ?? variants[0]).value;
}
