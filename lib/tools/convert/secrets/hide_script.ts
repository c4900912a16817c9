import { fieldValues } from "../../../core/secrets/field_values.ts";
import { MASK } from "../../../core/secrets/hidden.ts";
import { isSecretField } from "../../../core/secrets/secret_field.ts";
import {
  isHiddenField,
  isHiddenVariable,
} from "../../../core/secrets/hidden_names.ts";
import { isLikeName } from "../../../core/secrets/variable_names.ts";
import { holdsCredential } from "./computed_text.ts";
import { isMasked } from "./masks.ts";
import { isComputed, type NamedText, namedTexts } from "./named_texts.ts";
import {
  type ScriptToken,
  type ScriptTokens,
  scriptTokens,
} from "./script_tokens.ts";
import { splitText } from "./split_text.ts";
import { isUnlike, SecretValues } from "./secret_values.ts";
import type { ImportNote } from "../types.ts";

/** A script without its secrets. */
export interface HiddenScript {
  readonly code: string;
  /** Those that a mask stands for, since nothing there can read them. */
  readonly masked: readonly MaskedSecret[];
}

/** A secret that a script has to be written with by hand, and its name in `.env`. */
interface MaskedSecret {
  readonly name: string;
  readonly env: string;
}

const BEARER = /\b(bearer|basic) +([\w.~+/=-]{8,})/dgi;
const MIN_LENGTH = 4;
/** What the value of a name begins with where it is a text. */
const VALUE = /[=:,(]\s{0,40}["'`]/;

/** A value that is taken out of a script. */
interface Taken {
  readonly name: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
  /** What stands around the call that reads it; absent: nothing can read it there. */
  readonly around?: readonly [before: string, after: string];
  /** Whether it stands in a template, where a blank would be of its text. */
  readonly isInTemplate?: boolean;
}

/**
 * Takes the texts out of a script that are named like secrets, and the parts of
 * texts: the script reads them from the environment of the process. In a comment
 * a mask stands for them.
 *
 * @param api The object that reads it: `client`, `bru`.
 * @param isKnown Whether a text is a secret of another place.
 * @param isPacked Whether a program wrote the code: only what looks like a secret is one.
 */
export function hideScript(
  code: string,
  secrets: SecretValues,
  { api, isKnown = () => undefined, isPacked = false }: {
    readonly api: string;
    readonly isKnown?: (text: string) => string | undefined;
    readonly isPacked?: boolean;
  },
): HiddenScript {
  const script = scriptTokens(code);
  const { tokens } = script;
  const isTaken = (value: string) =>
    isSecret(value) && (!isPacked || isUnlike(value));
  const taken: Taken[] = namedIn(tokens).filter(({ value, isVariable }) =>
    // Elsewhere a script may write the mask itself, for a log.
    isVariable && isMasked(value) ||
    // Such as `{ token: "access_token" }`, for `get(names.token)`.
    isTaken(value) && !(secrets.isDeclared(value) && isLikeName(value))
  ).map(({ name, at }) => wholeText(name, tokens, at));
  for (const [at, { kind, value, start }] of tokens.entries()) {
    if (kind !== "text" || code[start] === "`") continue;
    const name = isKnown(value);
    if (name !== undefined) taken.push(wholeText(name, tokens, at));
  }
  taken.push(...inTexts(code, script, isTaken));
  taken.sort((a, b) => a.from - b.from || b.to - a.to);
  const masked = new Map<string, MaskedSecret>();
  let out = "";
  let end = 0;
  for (const { name, value, from, to, around, isInTemplate } of taken) {
    if (from < end) continue;
    const env = secrets.env(name, value);
    if (around === undefined) masked.set(env, { name, env });
    out += code.slice(end, from);
    const isBehindWord = from > end && /[\w$]/.test(code[from - 1]);
    if (around && !isInTemplate && isBehindWord) out += " ";
    out += around?.join(`${api}.getProcessEnv("${env}")`) ?? MASK;
    end = to;
  }
  return { code: out + code.slice(end), masked: [...masked.values()] };
}

/** A text that a call can stand for. */
function wholeText(
  name: string,
  tokens: readonly ScriptToken[],
  at: number,
): Taken {
  const { value, start: from, end: to } = tokens[at];
  const isKey = tokens[at + 1]?.value === ":" &&
    /^[{,]$/.test(tokens[at - 1]?.value ?? "");
  return { name, value, from, to, around: isKey ? ["[", "]"] : ["", ""] };
}

/** Texts with the names of secrets, but for pieces of what the script computes. */
function namedIn(
  tokens: readonly ScriptToken[],
): (NamedText & { value: string })[] {
  return namedTexts(tokens).map((one) => ({
    ...one,
    value: tokens[one.at].value,
  })).filter(({ name, value, at }) =>
    (isHiddenVariable(name, value) || isCredential(name)) &&
    (!isComputed(tokens, at) || holdsCredential(value))
  );
}

/** What the texts and comments of a script say of secrets. */
function inTexts(
  code: string,
  { tokens, comments }: ScriptTokens,
  isTaken: (value: string) => boolean,
): Taken[] {
  const taken: Taken[] = [];
  for (const [at, token] of tokens.entries()) {
    const { kind, value: text, places } = token;
    if (kind !== "text" && kind !== "part") continue;
    const pieces = apart(
      inText(text).filter(({ value, to }) => {
        const isPiece = to === text.length && isComputed(tokens, at);
        return isTaken(value) && (!isPiece || holdsCredential(value));
      }),
    );
    // Code in the text may say a value with escapes.
    const isPlain = pieces.every(({ value, from, to }) =>
      text.slice(from, to) === value
    );
    const split = isPlain ? splitText(code, tokens, { at, pieces }) : undefined;
    taken.push(
      ...split?.map(({ piece, ...one }) => ({
        ...piece,
        ...one,
        isInTemplate: one.around[0] === "${",
      })) ??
        pieces.map(({ from, to, ...one }) => ({
          ...one,
          from: places[from],
          to: places[to],
        })),
    );
  }
  for (const { text, start } of comments) {
    const found = inText(text);
    const { tokens } = scriptTokens(found.length > 0 ? text : "", true);
    for (const { from, to, ...one } of found) {
      // Code that is commented out has texts with ends of their own.
      const isAcross = tokens.some(({ places }) =>
        places.length > 0 &&
        [places[0], places.at(-1)!].some((end) => from < end && end < to)
      );
      if (isAcross || !isTaken(one.value)) continue;
      taken.push({ ...one, from: start + from, to: start + to });
    }
  }
  return taken;
}

/** In order, those that begin inside of another one left out. */
function apart(all: readonly Taken[]): Taken[] {
  let end = 0;
  return all.toSorted((a, b) => a.from - b.from || b.to - a.to).filter(
    ({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    },
  );
}

/** What one text says of secrets. */
function inText(text: string): Taken[] {
  const found = fieldValues(text, isSecretField)
    .filter(({ name, range: [from, to], kind }) => {
      const value = text.slice(from, to);
      // What begins with `session=` may be a message or a part of a cookie.
      const isFirst = kind === "pair" && from === name.length + 1;
      return name === "" || isHiddenField(name, value) &&
          (!isFirst || isUnlike(value));
    })
    .map(({ name, range }) => ({ name: name || "password", range }));
  for (const { 1: scheme, indices } of text.matchAll(BEARER)) {
    // Not the name of a whole header's value.
    const isToken = scheme.toLowerCase() === "bearer";
    found.push({
      name: isToken ? "bearerToken" : "authorization",
      range: indices![2]!,
    });
  }
  const taken = found.map(({ name, range: [from, to] }) => ({
    name,
    value: text.slice(from, to),
    from,
    to,
  })).filter(({ value }) => !value.includes("${"));
  if (!VALUE.test(text)) return taken;
  // Code in a text, or a command.
  const { tokens } = scriptTokens(text, true);
  for (const { name, value, at } of namedIn(tokens)) {
    const { places } = tokens[at];
    taken.push({ name, value, from: places[0], to: places.at(-1)! });
  }
  return taken;
}

/** A line that nobody writes: of a library that was packed into one file. */
const PACKED = /[^\n]{1000}/;

/**
 * Modules without their secrets: the code of those that have some, and what has
 * to be said.
 *
 * @param options.isInPlace Whether they are not written anew, but stay where they are.
 */
export function hideModules(
  modules: ReadonlyMap<string, string>,
  secrets: SecretValues,
  options: Parameters<typeof hideScript>[2] & { readonly isInPlace?: boolean },
): { texts: Map<string, string>; notes: ImportNote[] } {
  const { isInPlace = false } = options;
  const texts = new Map<string, string>();
  const notes: ImportNote[] = [];
  const note = (message: string) => notes.push({ kind: "person", message });
  for (const [path, text] of modules) {
    const isJson = path.endsWith(".json");
    if (isJson || isInPlace) {
      const names = namesOfSecrets(text, { isJson });
      if (names.length === 0) continue;
      note(
        `The file "${path}" ${isInPlace ? "stays as it is" : "is copied"} ${
          saysSecrets(names)
        }, and a script requires it: take them out, and let the script read them with ${options.api}.getProcessEnv`,
      );
      continue;
    }
    const { code, masked } = secrets.within(
      path,
      () =>
        hideScript(text, secrets, { ...options, isPacked: PACKED.test(text) }),
    );
    if (code !== text) texts.set(path, code);
    for (const { name, env } of masked) {
      note(
        `Replaced the secret "${name}" inside a text of the file "${path}" by "***": write it with ${options.api}.getProcessEnv("${env}")`,
      );
    }
  }
  return { texts, notes };
}

/** Says which secrets a text has; the first ones stand for many. */
export function saysSecrets(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `"${name}"`);
  return `with secrets (${shown.join(", ")}${names.length > 3 ? ", …" : ""})`;
}

/** Names of the secrets in a script, or in a file of JSON that one requires. */
export function namesOfSecrets(
  text: string,
  { isJson = false }: { isJson?: boolean } = {},
): string[] {
  if (isJson) {
    const found = fieldValues(text, isSecretField).filter(
      ({ name, range: [from, to] }) => {
        const value = text.slice(from, to);
        return isHiddenVariable(name, value) && isSecret(value);
      },
    );
    return [...new Set(found.map(({ name }) => name))];
  }
  const secrets = new SecretValues();
  const isPacked = PACKED.test(text);
  secrets.within(
    "script",
    () => hideScript(text, secrets, { api: "client", isPacked }),
  );
  // A mask is none.
  const found = secrets.found.filter(({ env }) => secrets.valueOf(env) !== "");
  return [...new Set(found.map(({ name }) => name))];
}

function isCredential(name: string): boolean {
  return /^(?:proxy-)?authorization$|^cookie$/i.test(name);
}

/** Not so for what is empty, brings its value from elsewhere, or stands for one. */
function isSecret(value: string): boolean {
  return value.trim().length >= MIN_LENGTH && !value.includes("{{") &&
    !/^<[^<>]*>$|^\*+$|^(?:bearer|basic) *$/i.test(value.trim());
}
