import type { FileVariable } from "./open_collection.ts";
import type { Imported, ImportedSecret } from "./types.ts";

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

  /** Goes on where a source was read: with the names that it has, and the secrets that are known. */
  static of({ secrets, defaults, ...imported }: Imported): SecretValues {
    const values = new SecretValues(namesIn({ defaults, ...imported }));
    const byEnv = new Map(secrets.map(({ env, value }) => [env, value]));
    for (const { env, value } of secrets) {
      values.#envs.set(env, value);
      values.#secrets.push({ env, value });
    }
    for (const { name, value, secret } of defaults?.variables ?? []) {
      const env = /^\{\{process\.env\.(\w+)\}\}$/.exec(String(value))?.[1];
      const known = env === undefined ? undefined : byEnv.get(env);
      if (secret && known) values.#byValue.set(known, name);
    }
    return values;
  }

  /** The variables that stand for secrets, for the collection's own file. */
  get variables(): readonly FileVariable[] {
    return this.#variables;
  }

  /** Names for `.env` and their values. */
  get secrets(): readonly ImportedSecret[] {
    return this.#secrets;
  }

  /** The values that have variables, and the names of these. */
  get known(): ReadonlyMap<string, string> {
    return this.#byValue;
  }

  /**
   * What a file says instead of a value: a placeholder. Placeholders that are
   * in it stay, and so does an empty value; the same value is the same variable.
   */
  hide(hint: string, value: string): string {
    if (!isSecretText(value)) return value;
    const parts = value.split(PLACEHOLDER);
    if (parts.length === 1) return this.#placeholder(hint, literal(value));
    // Every second part is a placeholder.
    return parts.map((part, index) => {
      if (index % 2 === 1 || part.trim().length < MIN_LENGTH) return part;
      const [, lead, text] = /^((?:[A-Za-z]+ +)?)([^]*)$/.exec(part)!;
      return text === "" ? part : lead + this.#placeholder(hint, literal(text));
    }).join("");
  }

  /** The name in `.env` of a value that no variable stands for. */
  env(hint: string, value: string): string {
    for (const [env, known] of this.#envs) if (known === value) return env;
    return this.#env(toName(hint), value, "");
  }

  #placeholder(hint: string, value: string): string {
    let name = this.#byValue.get(value);
    if (name === undefined) {
      name = unique(toName(hint), this.#names);
      this.#byValue.set(value, name);
      this.#variables.push({ name, ...this.variable(name, value) });
    }
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

/** A placeholder of a template; two braces that stand for themselves are none. */
const PLACEHOLDER = /(\{\{(?!'\{\{'\}\})[^{}]*\}\})/;
/** Shorter texts between placeholders join them. */
const MIN_LENGTH = 4;

/** What a text of a template is, without the escapes of braces. */
function literal(text: string): string {
  return text.replaceAll("{{'{{'}}", "{{");
}

/** The names of all variables. */
function* namesIn(
  { defaults, items, environments }: Pick<
    Imported,
    "defaults" | "items" | "environments"
  >,
): Generator<string> {
  const lists = [
    defaults?.variables,
    ...environments.map(({ variables }) => variables),
  ];
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") lists.push(item.request.runtime?.variables);
    else {
      lists.push(item.defaults?.variables);
      for (const one of item.items) stack.push(one);
    }
  }
  for (const list of lists) for (const { name } of list ?? []) yield name;
}

/** False for nothing and for what placeholders bring. */
function isSecretText(value: string): boolean {
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
