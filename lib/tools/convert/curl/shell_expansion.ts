/** The shells whose quoting is read. */
export type QuotingShell = "posix" | "cmd" | "powershell";

/** What a shell fills in: a variable, or what a command prints. */
export interface ShellExpansion {
  /** The variable that stands for it in the collection. */
  readonly name: string;
  /** As it is written, such as `$NAME` or `$(date)`. */
  readonly text: string;
  /** The command whose output it is. */
  readonly command?: string;
}

/** `$NAME`, `$1`, `${NAME}`, `${NAME:-default}`, `${NAME:-${OTHER}/x}` and `${NAME%/*}`. */
const POSIX =
  /\$(?:(?<name>[A-Za-z_]\w*)|(?<argument>[1-9])|\{(?:(?<inside>[A-Za-z_]\w*)|(?<number>[1-9]))(?::?[-=?](?:[^{}]|\{[^{}]*\})*)?\}|\{(?<other>[^{}]+)\})/y;
/** `$name`, `$env:NAME` and `${env:NAME}`. */
const POWERSHELL =
  /\$(?:(?:\w+:)?(?<name>[A-Za-z_]\w*)|\{(?:\w+:)?(?<inside>[A-Za-z_]\w*)\})/y;

/** `%NAME%` of cmd.exe. */
const CMD = /%(?<name>[A-Za-z_]\w*)%/y;
/** `%C3%A4`: escapes of a URL, which could be a name between two signs as well. */
const ESCAPES = /%[\da-f]{2}(?:%|\w*%[\da-f]{2})/iy;

/** A longer command in parentheses is not looked for: many that nothing closes would take long. */
const MAX_COMMAND = 2_000;
const QUOTED = /"(?:[^"\\]|\\.){0,2000}"/sy;

/** What a shell fills in at an offset; undefined where the text is itself. */
export function expansionAt(
  text: string,
  at: number,
  shell: QuotingShell,
): ShellExpansion | undefined {
  if (shell === "cmd") {
    ESCAPES.lastIndex = CMD.lastIndex = at;
    if (ESCAPES.test(text)) return undefined;
    const { 0: found = "", groups } = CMD.exec(text) ?? {};
    return groups && { name: groups.name, text: found };
  }
  const isOutput = text.startsWith("$(", at);
  if (isOutput || shell === "posix" && text[at] === "`") {
    const end = isOutput ? closing(text, at + 2) : text.indexOf("`", at + 1);
    if (end === -1) return undefined;
    const command = text.slice(at + (isOutput ? 2 : 1), end);
    return {
      name: nameOf(command),
      text: text.slice(at, end + 1),
      command,
    };
  }
  const pattern = shell === "posix" ? POSIX : POWERSHELL;
  pattern.lastIndex = at;
  const { 0: found = "", groups = {} } = pattern.exec(text) ?? {};
  const { name, inside, other, argument = groups.number } = groups;
  const variable = name ?? inside ??
    (argument === undefined ? undefined : `arg${argument}`) ??
    // Not the variable itself: `${NAME%/*}` is `NAME_`.
    other?.replace(/\W+/g, "_");
  return variable === undefined ? undefined : { name: variable, text: found };
}

/** A text in which placeholders are what the shell fills in, as it is written. */
export function asTyped(
  text: string,
  expansions: readonly ShellExpansion[] = [],
): string {
  if (expansions.length === 0) return text;
  const typed = new Map(expansions.map((one) => [one.name, one.text]));
  return text.replace(
    /\{\{(\w+)\}\}/g,
    (all, name: string) => typed.get(name) ?? all,
  );
}

/** Where the parenthesis ends that words stand in; -1: nowhere. */
export function closing(text: string, from: number): number {
  let depth = 1;
  const end = Math.min(text.length, from + MAX_COMMAND);
  for (let at = from; at < end; at++) {
    const unit = text[at];
    if (unit === "\\") at++;
    else if (unit === "'") {
      at = text.indexOf("'", at + 1);
      if (at === -1) return -1;
    } else if (unit === '"') {
      QUOTED.lastIndex = at;
      if (!QUOTED.test(text)) return -1;
      at = QUOTED.lastIndex - 1;
    } else if (unit === "(") depth++;
    else if (unit === ")" && --depth === 0) return at;
  }
  return -1;
}

/** A name for what has none: `date -u +%F` is `date_u_F`. */
function nameOf(text: string): string {
  const words = text.match(/\w+/g) ?? [];
  const name = words.join("_").slice(0, 40);
  return /^[A-Za-z_]/.test(name) ? name : `shell_${name}`;
}
