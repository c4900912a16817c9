import {
  isSecretField,
  isSecretVariable,
  isVagueKey,
} from "../../core/secrets/secret_field.ts";

/**
 * Whether a field's value is taken out of the files. Reports mask all that is
 * called a key; in a file, `preferenceKey: theme` has to stay.
 */
export function isHiddenField(name: string, value: string): boolean {
  return isSecretField(name) && (!isVagueKey(name) || isLikeKey(value));
}

/** The same for a variable, or for what is called like one. */
export function isHiddenVariable(name: string, value: string): boolean {
  return isSecretVariable(name) && (!isVagueKey(name) || isLikeKey(value));
}

/** One long word of letters and digits. */
function isLikeKey(value: string): boolean {
  return /^\S{8,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}
