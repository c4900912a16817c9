/** A name that has one of these words is that of a secret. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  "token",
  "secret",
  "session",
  "credential",
  "password",
  "passwd",
  "pwd",
  "pin",
  "auth",
  "authorization",
  "signature",
  "sig",
  "apikey",
]);

/** Keys that open nothing, by the word before `key`. */
const HARMLESS_KEYS: ReadonlySet<string> = new Set([
  "idempotency",
  "cache",
  "public",
  "primary",
  "foreign",
  "partition",
  "sort",
]);

/** Words before `key` that tell of a key which opens something. */
const OPENING_KEYS: ReadonlySet<string> = new Set([
  "access",
  "account",
  "admin",
  "api",
  "app",
  "application",
  "client",
  "consumer",
  "deploy",
  "developer",
  "encryption",
  "function",
  "functions",
  "hmac",
  "license",
  "master",
  "private",
  "server",
  "service",
  "shared",
  "signing",
  "ssh",
  "storage",
  "subscription",
  "webhook",
]);

/**
 * Fields of protocols whose names have none of these words, and well-known
 * names that are often written as one word.
 */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  "cookie",
  "setcookie",
  "xwsse",
  "clientassertion",
  "codeverifier",
  "passphrase",
  "passcode",
  "accesskey",
  "accesstoken",
  "apisecret",
  "apitoken",
  "appsecret",
  "authkey",
  "authtoken",
  "bearertoken",
  "clientsecret",
  "consumersecret",
  "csrftoken",
  "idtoken",
  "privatekey",
  "privatetoken",
  "refreshtoken",
  "secretaccesskey",
  "secretkey",
  "securitytoken",
  "sessiontoken",
  "signingkey",
  "signingsecret",
  "tokensecret",
  "xsrftoken",
]);

/** Last words of a name that tell of what kind a secret is, or how long it holds: `token_type`. */
const KIND_OR_TIME: ReadonlySet<string> = new Set([
  "type",
  "types",
  "expires",
  "expiry",
  "expiration",
  "lifetime",
  "ttl",
]);

/** Plurals that are many other things, too. */
const HARMLESS_PLURALS: ReadonlySet<string> = new Set([
  "sessions",
  "pins",
  "signatures",
  "sigs",
  "cookies",
  "auths",
  "authorizations",
]);

/** Words before a plural that is counted: `max_tokens`. */
const COUNTED: ReadonlySet<string> = new Set([
  "max",
  "min",
  "num",
  "total",
  "input",
  "output",
  "prompt",
  "completion",
]);

/** What the value of a plural name says where it counts or switches. */
const COUNT = /^(?:[-+\d.,\s]+|true|false)$/i;

/** Not a word, such as a list of `tokens` may have, nor a number. */
const MIXED = /\d[^]*[a-z]|[a-z][^]*\d/i;

/** Longer names are data. */
const MAX_LENGTH = 100;

/**
 * Whether a header, parameter, form field or member of this name holds a
 * secret: by its whole words, whatever its case and punctuation, so that
 * `X-Vault-Token`, `new_password` and `dbPassword2` do, and `X-Author` does
 * not. `key` counts as the last word, but for keys that open nothing. A secret's
 * kind and its end are none: `token_type`, `tokenExpiresIn`. A plural such as `tokens` does with the text of its value: `tokens: 512` is a count.
 *
 * @example
 * ```ts
 * import { isSecretField } from "./secret_field.ts";
 * import { assert } from "@std/assert";
 *
 * assert(isSecretField("DD-API-KEY"));
 * assert(!isSecretField("Idempotency-Key"));
 * assert(isSecretField("tokens", "a1b2c3d4"));
 * assert(!isSecretField("tokens", "512"));
 * ```
 */
export function isSecretField(name: string, value?: string): boolean {
  if (name.length > MAX_LENGTH) return false;
  const { field, plural } = remembered(name);
  return field || plural && value !== undefined && !COUNT.test(value);
}

/** Last words of names that tell about a secret, and hold none. */
const ABOUT: ReadonlySet<string> = new Set([
  "url",
  "uri",
  "endpoint",
  "host",
  "domain",
  "path",
  "type",
  "method",
  "mode",
  "name",
  "user",
  "username",
  "header",
  "field",
  "prefix",
  "scope",
  "expires",
  "expiry",
  "timeout",
  "ttl",
  "enabled",
  "label",
  "placeholder",
  "title",
  "description",
  "question",
  "prompt",
  "error",
]);

/** Whether a variable of this name holds one secret or several, if its value is of their kind. */
export function mayHoldSecrets(name: string): boolean {
  if (name.length > MAX_LENGTH) return false;
  const { variable, plural } = remembered(name);
  return variable || plural;
}

/**
 * Whether a variable, or a member of its object, of this name holds a secret
 * that is one wherever it turns up. `tokenUrl` and `authType` only tell about
 * one, and `key` or `auth` alone may be any word; so may the value of a plural.
 */
export function isSecretVariable(name: string, value?: string): boolean {
  if (name.length > MAX_LENGTH) return false;
  const { variable, plural } = remembered(name);
  return variable || plural && value !== undefined && MIXED.test(value);
}

/**
 * Whether only the last word `key` tells of a secret, as in `preferenceKey`,
 * which may as well be the key of an entry.
 */
export function isVagueKey(name: string): boolean {
  return name.length <= MAX_LENGTH && remembered(name).vague;
}

/** What a name says. */
interface Meaning {
  readonly field: boolean;
  readonly variable: boolean;
  readonly vague: boolean;
  /** Whether it names several secrets, if its value is no count. */
  readonly plural: boolean;
}

/** The same few names come again with each request, and many times in a body. */
const meanings = new Map<string, Meaning>();
const MAX_NAMES = 1_000;

function remembered(name: string): Meaning {
  let meaning = meanings.get(name);
  if (meaning === undefined) {
    meaning = NUMBERED.test(name) ? NONE : meaningOf(nameWords(name));
    if (meanings.size >= MAX_NAMES) meanings.clear();
    meanings.set(name, meaning);
  }
  return meaning;
}

/** `key_1` numbers things. */
const NUMBERED = /^key[\s._-]?\d+$/i;
const NONE: Meaning = {
  field: false,
  variable: false,
  vague: false,
  plural: false,
};

function meaningOf(words: readonly string[]): Meaning {
  const last = words.at(-1) ?? "";
  const isTold = words.some((word) => SECRET_WORDS.has(word)) &&
    !isKindOrTime(words);
  const before = words.at(-2) ?? "";
  const field = isTold ||
    (last === "key"
      ? !HARMLESS_KEYS.has(before)
      : SECRET_NAMES.has(words.join("")));
  const vague = field && !isTold && last === "key" && !OPENING_KEYS.has(before);
  const alone = words.length === 1 && (last === "key" || last === "auth");
  const variable = field && !alone && !ABOUT.has(last) &&
    !ABOUT.has(last.replace(/s$/, ""));
  return { field, variable, vague, plural: isPlural(words) };
}

/** Whether the last word is one of a kind or a time, or the one before `in` and `at`: `expires_in`. */
function isKindOrTime(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  return KIND_OR_TIME.has(
    last === "in" || last === "at" ? words.at(-2) ?? "" : last,
  );
}

function isPlural(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  // The public addresses of a blockchain are `accountKeys`.
  if (last === "keys") return OPENING_KEYS.has(before) && before !== "account";
  if (!last.endsWith("s") || HARMLESS_PLURALS.has(last)) return false;
  const one = last.slice(0, -1);
  return (SECRET_WORDS.has(one) || SECRET_NAMES.has(one)) &&
    !COUNTED.has(before);
}

/** The words of a name, in lower case: case, digits and punctuation end one. */
export function nameWords(name: string): string[] {
  const text = decoded(name);
  // Making a class of Unicode takes as long as reading a file: few names need it.
  const words = /[\x80-\uffff]/.test(text)
    ? text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}/gu)
    : text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]/g);
  return (words ?? []).map((word) => word.toLowerCase());
}

/** A query's name may be percent-encoded. */
function decoded(name: string): string {
  return name.replace(
    /%([0-9a-f]{2})/gi,
    (_, hex: string) => String.fromCharCode(parseInt(hex, 16)),
  );
}

/** The form of a field's name that comparisons use. */
export function fieldKey(name: string): string {
  return name.replace(/%[0-9a-f]{2}|[^a-z0-9]/gi, "").toLowerCase();
}
