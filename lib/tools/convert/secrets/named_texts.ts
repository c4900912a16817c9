import { isUnlike } from "./secret_values.ts";
import type { ScriptToken } from "./script_tokens.ts";

/** A text that a script gives a name, and which of the tokens it is. */
export interface NamedText {
  readonly name: string;
  readonly at: number;
}

/** The texts of a script that stand alone as the value of a name. */
export function namedTexts(tokens: readonly ScriptToken[]): NamedText[] {
  const found: NamedText[] = [];
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind !== "text") continue;
    const name = rowName(tokens, at) ?? memberName(tokens, at) ??
      targetName(tokens, at) ?? givenName(tokens, at) ??
      (isUnlike(value) ? expectedName(tokens, at) : undefined);
    if (name !== undefined) found.push({ name, at });
  }
  return found;
}

/** Whether a script adds something to a text that it computes: `"sha256=" + signature`. Of `"abc" + "def"`, all is written there. */
export function isComputed(
  tokens: readonly ScriptToken[],
  at: number,
): boolean {
  let next = at + 1;
  if (tokens[at].kind === "part" && isMark(tokens[next], "`")) next++;
  while (isMark(tokens[next], "+")) {
    if (tokens[next + 1]?.kind !== "text") return true;
    next += 2;
  }
  return isMark(tokens[next], "${");
}

function isMark(token: ScriptToken | undefined, value: string): boolean {
  return token?.kind === "mark" && token.value === value;
}

const QUOTED = /^[\w.\- ]{1,100}$/;

function quotedName(token: ScriptToken | undefined): string | undefined {
  return token?.kind === "text" && QUOTED.test(token.value)
    ? token.value
    : undefined;
}

function nameOf(token: ScriptToken | undefined): string | undefined {
  return token?.kind === "word" ? token.value : quotedName(token);
}

/** `{ key: "Authorization", value: "…" }` */
function rowName(
  tokens: readonly ScriptToken[],
  at: number,
): string | undefined {
  const isRow = isMark(tokens[at - 1], ":") &&
    nameOf(tokens[at - 2]) === "value" && isMark(tokens[at - 3], ",") &&
    isMark(tokens[at - 5], ":") &&
    /^(?:key|name)$/.test(nameOf(tokens[at - 6]) ?? "");
  return isRow ? quotedName(tokens[at - 4]) : undefined;
}

/** `{ token: "…" }` */
function memberName(
  tokens: readonly ScriptToken[],
  at: number,
): string | undefined {
  const before = tokens[at - 3];
  const isMember = isMark(tokens[at - 1], ":") &&
    (isMark(before, "{") || isMark(before, ","));
  return isMember ? nameOf(tokens[at - 2]) : undefined;
}

/** `token = "…"`, `headers["Token"] = "…"` */
function targetName(
  tokens: readonly ScriptToken[],
  at: number,
): string | undefined {
  if (!isMark(tokens[at - 1], "=")) return undefined;
  return nameBefore(tokens, at - 1);
}

/** The last name of what ends before a token: `Token` of `headers["Token"]`. */
function nameBefore(
  tokens: readonly ScriptToken[],
  at: number,
): string | undefined {
  const last = tokens[at - 1];
  if (last?.kind === "word") return last.value;
  return isMark(last, "]") && isMark(tokens[at - 3], "[")
    ? quotedName(tokens[at - 2])
    : undefined;
}

const SETTER = /(?:set\w{0,40}|add|upsert|append)$/;

/** `set("token", "…")` */
function givenName(
  tokens: readonly ScriptToken[],
  at: number,
): string | undefined {
  const setter = tokens[at - 4];
  const isGiven = isMark(tokens[at - 1], ",") && isMark(tokens[at - 3], "(") &&
    setter?.kind === "word" && SETTER.test(setter.value);
  return isGiven ? quotedName(tokens[at - 2]) : undefined;
}

const EQUALS = /^(?:eq|eqls?|equals?|toBe|toEqual|toStrictEqual)$/;

/** `expect(body.token).to.eql("…")` */
function expectedName(
  tokens: readonly ScriptToken[],
  at: number,
): string | undefined {
  let from = at - 2;
  if (!isMark(tokens[at - 1], "(") || !EQUALS.test(tokens[from]?.value ?? "")) {
    return undefined;
  }
  while (tokens[from]?.kind === "word" && isMark(tokens[from - 1], ".")) {
    from -= 2;
  }
  return isMark(tokens[from], ")") ? nameBefore(tokens, from) : undefined;
}
