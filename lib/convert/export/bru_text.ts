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
