import { elements, type Json, members, textOf } from "../json.ts";

/** Lines of a block, indented. */
export function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `${indented(line)}\n`).join("")}}\n`;
}

/** A block that holds a text. */
export function textBlock(name: string, text: string): string {
  return `${name} {\n${indented(text)}\n}\n`;
}

/** `name: value`, `~` before what is switched off; texts of several lines stand between `'''`. */
export function pair(
  name: string,
  value: string,
  { disabled = false, suffix = "" }: { disabled?: boolean; suffix?: string } =
    {},
): string {
  const key = `${disabled ? "~" : ""}${quotedName(name)}`;
  const rest = suffix === "" ? "" : ` ${suffix}`;
  return value.includes("\n")
    ? `${key}: '''\n${indented(value)}\n'''${rest}`
    : `${key}: ${value}${rest}`;
}

/** A name that holds what ends one is put into quotes. */
function quotedName(name: string): string {
  return /[:"{}\s]/.test(name) || name.startsWith("~")
    ? `"${name.replaceAll('"', '\\"')}"`
    : name;
}

function indented(text: string): string {
  return text.split("\n").map((line) => `  ${line}`).join("\n");
}

/** A block of names and values, none where there are no rows. */
export function rowsBlock(name: string, value: Json): string[] {
  const rows = elements(value).map(members);
  if (rows.length === 0) return [];
  return [
    block(
      name,
      rows.map((row) =>
        pair(textOf(row.name) ?? "", textOf(row.value) ?? "", {
          disabled: row.disabled === true || row.enabled === false,
        })
      ),
    ),
  ];
}
