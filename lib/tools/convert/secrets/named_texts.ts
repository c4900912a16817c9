import { isUnlike } from "./secret_values.ts";
import type { ScriptToken } from "./script_tokens.ts";

/** A text that a script gives a name, and which of the tokens it is. */
export interface NamedText {
  readonly name: string;
  readonly at: number;
  /** Whether a variable gets it, of the script or of the run. */
  readonly isVariable: boolean;
}

/** The texts of a script that stand alone as the value of a name. */
export function namedTexts(tokens: readonly ScriptToken[]): NamedText[] {
  const found: NamedText[] = [];
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind !== "text") continue;
    const name = rowName(tokens, at) ?? memberName(tokens, at) ??
      targetName(tokens, at) ?? givenName(tokens, at) ??
      (isUnlike(value) ? expectedName(tokens, at) : undefined);
    if (name !== undefined) {
      found.push({ name, at, isVariable: isForVariable(tokens, at) });
    }
  }
  return found;
}

/** A bracket that is open, and what its parts belong to. */
interface Level {
  /** The names of the value that the bracket stands in. */
  readonly around: readonly string[];
  /** The names of the value that goes on, the innermost first. */
  names: readonly string[];
  /** How many conditions wait for their `:`. */
  conditions: number;
}

/**
 * The names of the values that each text stands in, the innermost first: both
 * texts of `password = get("p") || (isTest ? "…" : "…")`. Arguments, keys and
 * the bodies of functions are no part of a value.
 */
export function namesOfValues(
  tokens: readonly ScriptToken[],
): Map<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  const levels: Level[] = [];
  let level: Level = { around: [], names: [], conditions: 0 };
  for (const [at, { kind, value }] of tokens.entries()) {
    if (beginsStatement(tokens, at)) endValue(level);
    const isAnswer = isMark(tokens[at - 1], ":") && level.conditions > 0;
    if (isAnswer) level.conditions--;
    const name = rowName(tokens, at) ?? targetName(tokens, at) ??
      givenName(tokens, at) ?? (isAnswer ? undefined : typedName(tokens, at));
    if (name !== undefined) {
      level.names = [name, ...level.names.slice(0, MAX_NAMES - 1)];
    }
    if (kind === "text" || kind === "part") {
      const isKey = isMark(tokens[at + 1], ":") && level.conditions === 0;
      if (!isKey && level.names.length > 0) found.set(at, level.names);
    } else if (kind !== "mark") continue;
    else if (/^(?:[([{]|\$\{)$/.test(value)) {
      const around = isPartOfValue(tokens, at) ? level.names : [];
      levels.push(level);
      level = { around, names: around, conditions: 0 };
    } else if (/^[)\]}]$/.test(value)) level = levels.pop() ?? level;
    else if (/^[,;]$/.test(value)) endValue(level);
    else if (value === "?" && !isMark(tokens[at + 1], ":")) level.conditions++;
  }
  return found;
}

/** Values within values that are deeper are data. */
const MAX_NAMES = 20;

function endValue(level: Level): void {
  level.names = level.around;
  level.conditions = 0;
}

const OPERATOR =
  /^(?:await|typeof|void|new|in|of|instanceof|as|satisfies|async|function|yield)$/;

/** Whether a word cannot go on with what ends before it: a line's end separates the two. */
function beginsStatement(tokens: readonly ScriptToken[], at: number): boolean {
  const before = tokens[at - 1];
  if (tokens[at].kind !== "word" || OPERATOR.test(tokens[at].value)) {
    return false;
  }
  return before?.kind === "mark"
    ? /^(?:[)\]}`]|num|regexp)$/.test(before.value)
    : before !== undefined && !OPERATOR.test(before.value);
}

/** Whether what a bracket holds belongs to the value around it: not an argument, nor a key. */
function isPartOfValue(tokens: readonly ScriptToken[], at: number): boolean {
  const before = tokens[at - 1];
  const isBehindOperand = before?.kind === "word" &&
      !OPERATOR.test(before.value) ||
    before?.kind === "mark" && /^(?:[)\]]|\?\.)$/.test(before.value);
  switch (tokens[at].value) {
    case "${":
      return true;
    case "{":
      return !isBehindOperand && !isMark(before, "=>");
    default:
      return !isBehindOperand;
  }
}

/** `token: "…"`, also with a type: `const token: string = "…"`. */
function typedName(
  tokens: readonly ScriptToken[],
  at: number,
): string | undefined {
  if (!isMark(tokens[at - 1], ":")) return undefined;
  const from = isMark(tokens[at - 2], "?") ? at - 2 : at - 1;
  return tokens[from - 2]?.value === "case"
    ? undefined
    : nameOf(tokens[from - 1]);
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

/** What gives a target a value, or adds to the one that it has. */
const ASSIGNS = /^(?:\|\||\?\?|&&|\+)?=$/;

/** `token = "…"`, `token ??= "…"`, `headers["Token"] = "…"` */
function targetName(
  tokens: readonly ScriptToken[],
  at: number,
): string | undefined {
  const before = tokens[at - 1];
  if (before?.kind !== "mark" || !ASSIGNS.test(before.value)) return undefined;
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

const VARIABLE_SETTER = /^set\w{0,20}Var(?:iable)?$/;
const SCOPE = /^(?:variables|environment|collectionVariables|globals)$/;

/** `token = "…"`, `setVar("token", "…")`, `environment.set("token", "…")`; not a member such as `shown.token`. */
function isForVariable(tokens: readonly ScriptToken[], at: number): boolean {
  if (targetName(tokens, at) !== undefined) {
    return tokens[at - 2].kind === "word" && !isMark(tokens[at - 3], ".");
  }
  if (givenName(tokens, at) === undefined) return false;
  const setter = tokens[at - 4].value;
  return VARIABLE_SETTER.test(setter) ||
    setter === "set" && SCOPE.test(tokens[at - 6]?.value ?? "");
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
