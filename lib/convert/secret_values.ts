import type { FileVariable } from "./open_collection.ts";
import type { ImportedSecret } from "./types.ts";

/**
 * The secrets of a source: each gets a variable that files can be shown with,
 * `secret: true` and `{{process.env.NAME}}`, and its value goes to `.env`.
 */
export class SecretValues {
  readonly #byValue = new Map<string, string>();
  readonly #names: Set<string>;
  readonly #envs = new Map<string, string>();
  readonly #unknown = new Set<string>();
  readonly #variables: FileVariable[] = [];
  readonly #secrets: ImportedSecret[] = [];

  /** @param names Names of variables that the source has already. */
  constructor(names: Iterable<string> = []) {
    this.#names = new Set(names);
  }

  /** The variables that stand for secrets, for the collection's own file. */
  get variables(): readonly FileVariable[] {
    return this.#variables;
  }

  /** Names for `.env` and their values. */
  get secrets(): readonly ImportedSecret[] {
    return this.#secrets;
  }

  /**
   * What a file says instead of a value: a placeholder. A value that is one
   * already, or empty, stays; the same value is the same variable.
   */
  hide(hint: string, value: string): string {
    if (!isSecretText(value)) return value;
    const known = this.#byValue.get(value);
    if (known !== undefined) return `{{${known}}}`;
    const name = unique(toName(hint), this.#names);
    this.#byValue.set(value, name);
    this.#variables.push({ name, ...this.variable(name, value) });
    return `{{${name}}}`;
  }

  /** A placeholder for a secret, or a user's name, that the source does not have. */
  unknown(hint: string, { secret = true } = {}): string {
    const name = toName(hint);
    if (!this.#unknown.has(name)) {
      this.#unknown.add(name);
      this.#names.add(name);
      const { value } = this.variable(name, "");
      this.#variables.push({ name, value, ...(secret && { secret }) });
    }
    return `{{${name}}}`;
  }

  /**
   * The fields of a variable that the source itself has and marks secret. An
   * unknown value is "": `.env` has its name then. `scope` tells apart what
   * several environments call alike.
   */
  variable(
    name: string,
    value: string,
    scope = "",
  ): Pick<FileVariable, "value" | "secret"> {
    if (value !== "" && !isSecretText(value)) return { value, secret: true };
    const env = this.#env(name, value, scope);
    return { value: `{{process.env.${env}}}`, secret: true };
  }

  /** Takes a line of the source's own `.env`: its name stays, whatever the value. */
  addLine(env: string, value: string): void {
    if (this.#envs.has(env)) return;
    this.#envs.set(env, value);
    this.#secrets.push({ env, value });
  }

  /** The name in `.env`: the same for the same value, another for another. */
  #env(name: string, value: string, scope: string): string {
    const names = [toEnv(name), toEnv(`${scope} ${name}`)];
    for (let count = 0;; count++) {
      const candidate = names[count] ?? `${names[1]}_${count}`;
      const known = this.#envs.get(candidate);
      if (known === value) return candidate;
      if (known !== undefined) continue;
      this.#envs.set(candidate, value);
      this.#secrets.push({ env: candidate, value });
      return candidate;
    }
  }
}

/** False for nothing and for what placeholders bring. */
export function isSecretText(value: string): boolean {
  return value !== "" && !/^(?:[A-Za-z]+ +)?\{\{[^{}]*\}\}$/.test(value);
}

function toName(hint: string): string {
  const words = hint.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const name = words.map((word, index) =>
    index === 0
      ? word[0].toLowerCase() + word.slice(1)
      : word[0].toUpperCase() + word.slice(1)
  ).join("");
  return /^\p{L}/u.test(name) ? name : `secret${name}`;
}

function toEnv(name: string): string {
  const env = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toUpperCase()
    .replace(/[^A-Z\d]+/g, "_").replace(/^_+|_+$/g, "");
  return /^[A-Z]/.test(env) ? env : `SECRET_${env}`.replace(/_$/, "");
}

function unique(name: string, taken: Set<string>): string {
  for (let count = 1;; count++) {
    const candidate = count === 1 ? name : `${name}${count}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}
