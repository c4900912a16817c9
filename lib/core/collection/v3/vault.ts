import { isMapping } from "../../source/plain_value.ts";
import type { Variable } from "../types.ts";

/** `{{vault:name}}` in a value, and `pm.vault.get("name")` in a script, also in one that JSON holds. */
const NAMED =
  /\{\{\s*vault:([^{}\s"\\]+(?:[ \t]+[^{}\s"\\]+)*)\s*\}\}|pm\.vault\.get\(\s*\\?(["'`])([^"'`${}\\]+)\\?\2/g;

/** The names that texts of Postman's ask its vault for, with the first text of each. */
export function vaultNames<T>(
  texts: Iterable<readonly [key: T, text: string]>,
): Map<string, T> {
  const names = new Map<string, T>();
  for (const [key, text] of texts) {
    if (!text.includes("vault")) continue;
    for (const [, inValue, , inScript] of text.matchAll(NAMED)) {
      const name = inValue ?? inScript;
      if (!names.has(name)) names.set(name, key);
    }
  }
  return names;
}

/**
 * A text whose placeholders of the vault are those of the variable of that
 * name.
 *
 * @param padding By default they are as long as before, so that what follows stays where it is.
 */
export function fromVault(text: string, padding = "      "): string {
  return text.includes("vault:")
    ? text.replace(/\{\{(\s*)vault:/g, `{{$1${padding}`)
    : text;
}

/** Whether a variable is one of the vault, which no file defines. */
export function isOfVault({ unset, at }: Pick<Variable, "unset" | "at">) {
  return unset === true && at.path.length === 0;
}

/**
 * A copy of a form whose placeholders of the vault are as short as people write
 * them; scripts stay.
 *
 * @param vault Names whose placeholders ask the vault again, as Postman does.
 */
export function withoutPadding(
  value: unknown,
  vault?: Pick<ReadonlySet<string>, "has">,
): unknown {
  if (typeof value === "string") {
    return value.replace(
      /\{\{ {6}(\s*)([^{}]*)/g,
      (_, blanks: string, name: string) =>
        `{{${blanks}${vault?.has(name.trimEnd()) ? "vault:" : ""}${name}`,
    );
  }
  if (Array.isArray(value)) {
    return value.map((one) => withoutPadding(one, vault));
  }
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === "code" ? one : withoutPadding(one, vault),
    ]),
  );
}
