import { isSecretField, nameWords } from "./secret_field.ts";

/** What no generated secret looks like. */
const LETTERS = /^[A-Za-z_][A-Za-z_-]*$/;
const UNDERSCORED = /^[A-Za-z]+(?:_[A-Za-z]+)+$/;

/** Words before `key` whose secrets are stored by a key: a `secretKey` is a secret itself. */
const STORED: ReadonlySet<string> = new Set([
  "token",
  "session",
  "credential",
  "password",
  "auth",
]);

/**
 * Whether a value says what a variable or an entry is called, by the name that
 * it has: `secretVar: "hook"`, or `TOKEN_KEY: "auth_token"`, which is the key of
 * a token.
 */
export function isNameOfVariable(name: string, value: string): boolean {
  if (!LETTERS.test(value)) return false;
  const words = nameWords(name);
  const last = words.at(-1);
  if (last === "var" || last === "variable") {
    return !value.includes("-") || isSecretField(value);
  }
  const before = words.at(-2) ?? "";
  return last === "key" && STORED.has(before) && UNDERSCORED.test(value) &&
    nameWords(value).includes(before);
}

/** Whether a text of several words may be meant as the name of a variable, such as `access_token`. */
export function isLikeName(value: string): boolean {
  return LETTERS.test(value) && nameWords(value).length > 1;
}
