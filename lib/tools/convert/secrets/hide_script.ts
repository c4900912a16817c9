import { fieldValues } from "../../../core/secrets/field_values.ts";
import { MASK } from "../../../core/secrets/hidden.ts";
import { isSecretField } from "../../../core/secrets/secret_field.ts";
import {
  isHiddenField,
  isHiddenVariable,
} from "../../../core/secrets/hidden_names.ts";
import { isLikeName } from "../../../core/secrets/variable_names.ts";
import { holdsCredential, isComputed } from "./computed_text.ts";
import { isUnlike, SecretValues } from "./secret_values.ts";
import type { ImportNote } from "../types.ts";

/** A script without its secrets. */
export interface HiddenScript {
  readonly code: string;
  /** Names of those that a mask stands for, since nothing there can read them. */
  readonly masked: readonly string[];
}

const TEXT = String
  .raw`(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` +
  "`(?:[^`\\\\$]|\\\\[^])*`)";
const NAME = String
  .raw`(?:"([\w.\- ]{1,100})"|'([\w.\- ]{1,100})'|([A-Za-z_$][\w$]{0,99}))`;
const QUOTED = String.raw`(?:"([\w.\- ]{1,100})"|'([\w.\- ]{1,100})')`;
const S = String.raw`\s{0,40}`;

/** Where a text is the value of a name. The name is in one of the first groups, the value in the last. */
const VALUES: readonly RegExp[] = [
  // { token: "…" }
  new RegExp(`[{,]${S}${NAME}${S}:${S}(${TEXT})`, "dg"),
  // token = "…", headers["Token"] = "…"
  new RegExp(
    `(?:\\[${S}${QUOTED}${S}\\]|(?<![\\w$])([A-Za-z_$][\\w$]{0,99}))${S}=${S}(${TEXT})`,
    "dg",
  ),
  // set("token", "…")
  new RegExp(
    `(?:set\\w{0,40}|add|upsert|append)${S}\\(${S}${QUOTED}${S},${S}(${TEXT})`,
    "dg",
  ),
  // { key: "Authorization", value: "…" }
  new RegExp(
    `(?:key|name)["']?${S}:${S}${QUOTED}${S},${S}["']?value["']?${S}:${S}(${TEXT})`,
    "dg",
  ),
];
/** All texts of a script; comments are texts as well. */
const LITERAL =
  /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[^])*`?/g;
const BEARER = /\b(?:bearer|basic) +([\w.~+/=-]{8,})/dgi;
const MIN_LENGTH = 4;

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Of what nothing can read there. */
  readonly masked?: string;
}

/**
 * Takes the texts out of a script that are named like secrets. Where one is a
 * whole text, the script reads it from the environment of the process.
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
  const edits: Edit[] = [];
  const literals = [...code.matchAll(LITERAL)];
  const read = (name: string, value: string, [from, to]: [number, number]) => {
    const env = secrets.env(name, value);
    edits.push({ from, to, text: `${api}.getProcessEnv("${env}")` });
  };
  for (const pattern of VALUES) {
    for (const match of code.matchAll(pattern)) {
      const name = match.slice(1, -1).find((one) => one !== undefined) ?? "";
      const value = textOf(match.at(-1)!);
      if (!isHiddenVariable(name, value) && !isCredential(name)) continue;
      if (!isSecret(value)) continue;
      // Such as `{ token: "access_token" }`, for `get(names.token)`.
      if (secrets.isDeclared(value) && isLikeName(value)) continue;
      if (isPacked && !isUnlike(value)) continue;
      const [from, to] = match.indices!.at(-1)!;
      if (!isInText(from, literals)) {
        if (isComputed(code, to) && !holdsCredential(value)) continue;
        read(name, value, [from, to]);
      } else if (!JOINED.test(value)) {
        // Nothing reads a variable in the middle of a text.
        edits.push({ from: from + 1, to: to - 1, text: MASK, masked: name });
      }
    }
  }
  for (const { 0: literal, index } of literals) {
    const known = isKnown(textOf(literal));
    if (known !== undefined && /^["']/.test(literal)) {
      read(known, textOf(literal), [index, index + literal.length]);
      continue;
    }
    const found = fieldValues(literal, isSecretField)
      .filter(({ name, range: [from, to] }) =>
        name === "" || isHiddenField(name, literal.slice(from, to))
      )
      .map(({ name, range }) => ({ name: name || "password", range }));
    for (const { indices } of literal.matchAll(BEARER)) {
      found.push({ name: "authorization", range: indices![1]! });
    }
    const end = endOf(literal);
    for (const { name, range: [from, last] } of found) {
      const to = Math.min(last, end);
      const value = literal.slice(from, to);
      const isPart = to === end && isComputed(code, index + literal.length) ||
        code.startsWith("${", index + to);
      if (isPart && !holdsCredential(value)) continue;
      if (!isSecret(value) || /\$\{|^\s*\+/.test(value)) continue;
      if (isPacked && !isUnlike(value)) continue;
      edits.push({
        from: index + from,
        to: index + to,
        text: MASK,
        masked: name,
      });
    }
  }
  edits.sort((a, b) => a.from - b.from || b.to - a.to);
  const masked = new Set<string>();
  let out = "";
  let end = 0;
  for (const edit of edits) {
    if (edit.from < end) continue;
    out += code.slice(end, edit.from) + edit.text;
    end = edit.to;
    if (edit.masked !== undefined) masked.add(edit.masked);
  }
  return { code: out + code.slice(end), masked: [...masked] };
}

/** Where a script adds something within what looks like one text: `'{"a":"' + id + '"}'`. */
const JOINED = /["'`]\s*\+|\+\s*["'`]/;
/** How far before a text in a template literal its `${` is looked for. */
const MAX_CODE = 1_000;

/** Whether a text in quotes stands in the middle of another one, such as JSON. */
function isInText(at: number, literals: readonly RegExpExecArray[]): boolean {
  let low = 0;
  let high = literals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (literals[middle].index < at) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return false;
  const { 0: literal, index, input } = literals[low - 1];
  const end = endOf(literal);
  // What is not closed may be no text, but the quote of a regular expression.
  const isAround = end < literal.length && input[at] !== literal[0] &&
    at < index + end;
  if (!isAround || !literal.startsWith("`")) return isAround;
  const before = input.slice(Math.max(index, at - MAX_CODE), at);
  const code = before.slice(before.lastIndexOf("${"));
  return !code.startsWith("${") ||
    code.split("{").length <= code.split("}").length;
}

/** Where a text of a script ends, without its closing quote. */
function endOf(literal: string): number {
  const isClosed = literal.length > 1 && /^["'`]/.test(literal) &&
    literal.endsWith(literal[0]);
  return isClosed ? literal.length - 1 : literal.length;
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
    for (const name of masked) {
      note(
        `Replaced the secret "${name}" inside a text of the file "${path}" by "***": write it with ${options.api}.getProcessEnv`,
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
  const { masked } = secrets.within(
    "script",
    () => hideScript(text, secrets, { api: "client", isPacked }),
  );
  const names = secrets.found.map(({ name }) => name);
  return [...new Set([...names, ...masked])];
}

function isCredential(name: string): boolean {
  return /^(?:proxy-)?authorization$|^cookie$/i.test(name);
}

/** Not so for what is empty, brings its value from elsewhere, or stands for one. */
function isSecret(value: string): boolean {
  return value.trim().length >= MIN_LENGTH && !value.includes("{{") &&
    !/^<[^<>]*>$|^\*+$|^(?:bearer|basic) *$/i.test(value.trim());
}

/** What a text of a script says. */
function textOf(literal: string): string {
  const inside = literal.slice(1, -1);
  if (!inside.includes("\\")) return inside;
  return inside.replace(
    /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([^]))/gi,
    (_, unicode?: string, hex?: string, other?: string) =>
      other === undefined
        ? String.fromCharCode(parseInt(unicode ?? hex!, 16))
        : { n: "\n", r: "\r", t: "\t" }[other] ?? other,
  );
}
