import { isSecretField, isSecretVariable, isVagueKey } from "./secret_field.ts";
import { isNameOfVariable } from "./variable_names.ts";

/**
 * Whether a field's value is taken out of the files. Reports mask all that is
 * called a key; in a file, `preferenceKey: theme` has to stay.
 */
export function isHiddenField(name: string, value: string): boolean {
  return isSecretField(name, value) && (!isVagueKey(name) || isLikeKey(value));
}

/** The same for a variable, or for what is called like one. */
export function isHiddenVariable(name: string, value: string): boolean {
  return isSecretVariable(name, value) &&
    (!isVagueKey(name) || isLikeKey(value)) && !isSentence(value) &&
    !isNameOfVariable(name, value);
}

/** The same for what defines a variable, where nothing but a name can be called `key`. */
export function isHiddenDefinition(name: string, value: string): boolean {
  return isHiddenVariable(name, value) ||
    /^_*key_*$/i.test(name) && isLikeKey(value);
}

const WORD = /^\p{L}[\p{L}'’-]*[.,:;!?…]*$/u;

/** Whether a value is for people, such as `Enter your password`; a passphrase is several words, too. */
function isSentence(value: string): boolean {
  const words = value.trim().split(/\s+/);
  return words.length > 2 && /^\p{Lu}/u.test(words[0]) &&
    words.every((word) => WORD.test(word)) &&
    (/[.?:…]$/.test(value.trim()) || words.some((word) => isSecretField(word)));
}

/** Whether a value is one long word of letters and digits. */
export function isLikeKey(value: string): boolean {
  return /^\S{8,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** A name for `.env`: `stagingKey` becomes `STAGING_KEY`. */
export function toEnv(name: string): string {
  const env = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toUpperCase()
    .replace(/[^A-Z\d]+/g, "_").replace(/^_+|_+$/g, "");
  return /^[A-Z]/.test(env) ? env : `SECRET_${env}`.replace(/_$/, "");
}
