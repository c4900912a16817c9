import { entryName } from "../../../core/policy/env_refusal.ts";
import type { FileVariable } from "../open_collection.ts";
import {
  isHiddenDefinition,
  toEnv,
} from "../../../core/secrets/hidden_names.ts";
import type { FoundSecret, Imported, ImportedSecret } from "../types.ts";
import { literalParts } from "./literal_parts.ts";
import { isMasked, nameOfPair, SCHEME_BEFORE, splitAtMasks } from "./masks.ts";
import type { TakenNames } from "./taken_names.ts";

/**
 * The secrets of a source: each gets a variable that files can be shown with,
 * `secret: true` and `{{process.env.NAME}}`, and its value goes to `.env`.
 */
export class SecretValues {
  readonly #byValue = new Map<string, string>();
  readonly #names: Set<string>;
  /** Names of the environment of the process that the source uses, whose values it may not have. */
  readonly #used: ReadonlySet<string>;
  readonly #declared: ReadonlySet<string>;
  readonly #envs = new Map<string, string>();
  /** The first name in `.env` of a value. */
  readonly #envOf = new Map<string, string>();
  /** The entries of `.env` that the variables made here read, by their names. */
  readonly #entries = new Map<string, string>();
  /** Names in `.env` by what they were asked for with. */
  readonly #made = new Map<string, string>();
  /** The next number of a name. */
  readonly #counts = new Map<string, number>();
  readonly #unknown = new Set<string>();
  /** The environment, or "", that a name in `.env` without a value was made for. */
  readonly #scopes = new Map<string, string>();
  readonly #variables: FileVariable[] = [];
  readonly #secrets: ImportedSecret[] = [];
  /** Whether a variable with a value of its own is sent as a secret, whatever its name. */
  isSent: (name: string, value: string) => boolean = () => false;
  /** Whether it only looks for secrets: a text without placeholders is of no interest. */
  readonly isNoting: boolean = false;
  /** Names in `.env` that only a line of the source's own one has, and that tell of no secret. */
  readonly #plain = new Set<string>();
  readonly #found = new Map<string, FoundSecret>();
  #item = "";
  #place: string | undefined;

  /** @param used Names that the source has already. */
  constructor(used?: TakenNames) {
    this.#names = new Set(used?.variables);
    this.#used = used?.entries ?? new Set();
    this.#declared = used?.declared ?? new Set();
  }

  /**
   * Goes on where a source was read: with the names that it uses, and the secrets that are known.
   *
   * @param known Variables by their values that the collection has already.
   */
  static of(
    { secrets, defaults }: Imported,
    used: TakenNames,
    known: ReadonlyMap<string, string> = new Map(),
  ): SecretValues {
    const values = new SecretValues(used);
    for (const [value, name] of known) values.#byValue.set(value, name);
    const byEnv = new Map(secrets.map(({ env, value }) => [env, value]));
    for (const { isPlain, ...secret } of secrets) {
      const { env, value } = secret;
      values.#envs.set(env, value);
      values.#envOf.set(value, env);
      values.#secrets.push(secret);
      if (isPlain) values.#plain.add(env);
    }
    for (const { name, value, secret } of defaults?.variables ?? []) {
      const env = entryName(value);
      const known = env === undefined ? undefined : byEnv.get(env);
      // A text of another place is the secret always, this variable is not if something sets it.
      if (secret && known && !used.set.has(name)) {
        values.#byValue.set(known, name);
      }
    }
    return values;
  }

  /** Whether the source declares a variable of a name. */
  isDeclared(name: string): boolean {
    return this.#declared.has(name);
  }

  /** The variables that stand for secrets, for the collection's own file. */
  get variables(): readonly FileVariable[] {
    return this.#variables;
  }

  /** Names for `.env` and their values. */
  get secrets(): readonly ImportedSecret[] {
    return this.#secrets.map((one) =>
      this.#plain.has(one.env) ? { ...one, isPlain: true } : one
    );
  }

  /** Where values were taken out, in order; only what `inItem` and `within` went through. */
  get found(): readonly FoundSecret[] {
    return [...this.#found.values()];
  }

  /** Goes through an item, which `found` names. */
  inItem<T>(item: string, act: () => T): T {
    const outer = this.#item;
    this.#item = item;
    try {
      return act();
    } finally {
      this.#item = outer;
    }
  }

  /** Goes through a part of the item, such as its body. */
  within<T>(part: string, act: () => T): T {
    const outer = this.#place;
    this.#place = this.#item === "" ? part : `${part} of ${this.#item}`;
    try {
      return act();
    } finally {
      this.#place = outer;
    }
  }

  #note(name: string, env: string, isEncoded = false): void {
    const place = this.#place;
    if (place === undefined) return;
    const found = { place, name, env, ...(isEncoded && { isEncoded }) };
    this.#found.set(JSON.stringify([place, name, env]), found);
  }

  /** Says where a value was that the reader of the source took out itself. */
  notePresent({ name, value }: Pick<FileVariable, "name" | "value">): void {
    const env = entryName(value);
    if (env !== undefined && this.valueOf(env)) this.#note(name, env);
  }

  /** Values that no text may show: long ones that are no words, also without the scheme of a header. */
  get unlike(): string[] {
    return [...this.#envOf].filter(([, env]) => !this.#plain.has(env))
      .flatMap(([value]) => [value, value.replace(/^[A-Za-z]+ +/, "")])
      .filter(isUnlike);
  }

  /** The value of a name in `.env`. */
  valueOf(env: string): string | undefined {
    return this.#envs.get(env);
  }

  /** The values that have variables, and the names of these. */
  get known(): ReadonlyMap<string, string> {
    return this.#byValue;
  }

  /**
   * What a file says instead of a value: a placeholder. Placeholders that are
   * in it stay, and so does an empty value; the same value is the same variable.
   *
   * @param how.isEncoded Whether the value has to be percent-encoded by hand.
   * @param how.of Whose value it is, such as a user's name: it tells masks apart.
   */
  hide(
    hint: string,
    value: string,
    { isEncoded = false, of = "" }: { isEncoded?: boolean; of?: string } = {},
  ): string {
    if (!isSecretText(value)) return value;
    const parts = value.split(PLACEHOLDER).flatMap((part, index) =>
      index % 2 === 1 ? part : splitAtMasks(hint, part)
    );
    if (parts.length === 1) {
      // Nobody would write the scheme before what is filled in.
      const scheme = isMasked(value)
        ? SCHEME_BEFORE.exec(value)?.[0] ?? ""
        : "";
      const text = literal(value.slice(scheme.length));
      const owner = [of, scheme.toLowerCase()];
      return scheme + this.#placeholder(hint, text, isEncoded, owner);
    }
    // Every second part is a placeholder, or a mask.
    return parts.map((part, index) =>
      index % 2 === 1
        ? isMasked(part)
          ? this.#placeholder(nameOfPair(hint, parts[index - 1]), part, false)
          : part
        : literalParts(hint, part, { isFirst: index === 0 })
          .map(({ text, isValue }) =>
            isValue && text !== ""
              ? this.#placeholder(hint, literal(text), isEncoded)
              : text
          ).join("")
    ).join("");
  }

  /** The name in `.env` of a value that no variable stands for. */
  env(hint: string, value: string): string {
    // Masks are alike, whatever they hide: each name gets its own entry.
    const env = isMasked(value)
      ? this.#env(toName(hint), "", "")
      : this.#envOf.get(value) ?? this.#env(toName(hint), value, "");
    this.#plain.delete(env);
    this.#note(hint, env);
    return env;
  }

  #placeholder(
    hint: string,
    value: string,
    isEncoded: boolean,
    owner: readonly string[] = ["", ""],
  ): string {
    // Masks are alike, whatever they hide: the value is nowhere.
    const isMask = isMasked(value);
    const known = isMask ? JSON.stringify([value, hint, ...owner]) : value;
    let name = this.#byValue.get(known);
    if (name === undefined) {
      name = toName(hint);
      if (this.#names.has(name)) name = this.#counted(name, "", this.#names);
      this.#names.add(name);
      this.#byValue.set(known, name);
      const field = this.#variable(name, value, "");
      this.#variables.push({ name, ...field });
      // The source's own .env may have the value under another name.
      const own = entryName(field.value);
      if (own !== undefined) this.#entries.set(name, own);
    }
    const env = this.#entries.get(name) ?? this.#envOf.get(value);
    if (env !== undefined) this.#note(hint, env, isEncoded);
    return `{{${name}}}`;
  }

  /** A placeholder for a secret, or a user's name, that the source does not have. */
  unknown(hint: string, { secret = true } = {}): string {
    const name = toName(hint);
    if (!this.#unknown.has(name)) {
      this.#unknown.add(name);
      this.#names.add(name);
      const { value } = this.#variable(name, "", "");
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
    const field = this.#variable(name, value, scope);
    const env = value === "" || isMasked(value)
      ? undefined
      : entryName(field.value);
    if (env !== undefined && isSecretText(value)) this.#note(name, env);
    return field;
  }

  #variable(
    name: string,
    value: string,
    scope: string,
  ): Pick<FileVariable, "value" | "secret"> {
    if (value !== "" && !isSecretText(value)) return { value, secret: true };
    const env = this.#env(name, isMasked(value) ? "" : value, scope);
    return { value: `{{process.env.${env}}}`, secret: true };
  }

  /** Takes a line of the source's own `.env`, or a variable of the process: its name stays, whatever the value. */
  addLine(
    env: string,
    value: string,
    { isOfProcess }: Pick<ImportedSecret, "isOfProcess"> = {},
  ): void {
    if (this.#envs.has(env)) return;
    this.#envs.set(env, value);
    // Nothing says that another empty value is this one.
    if (value !== "" && !this.#envOf.has(value)) this.#envOf.set(value, env);
    this.#secrets.push({ env, value, ...(isOfProcess && { isOfProcess }) });
    if (!isHiddenDefinition(env, value)) this.#plain.add(env);
  }

  /**
   * The name in `.env`: the same for the same value, another for another. Of two
   * environments, values that the source does not have are two.
   */
  #env(name: string, value: string, scope: string): string {
    const names = [toEnv(name), toEnv(`${scope} ${name}`)];
    const key = JSON.stringify([...names, value]);
    let env = this.#made.get(key);
    if (env !== undefined) return env;
    const isFree = (env: string) => {
      const owner = this.#scopes.get(env) || scope;
      return value !== "" || scope === "" || owner === scope;
    };
    const has = (env: string) => this.#envs.has(env) || this.#used.has(env);
    env =
      names.find((one) =>
        (this.#envs.has(one)
          ? this.#envs.get(one) === value
          : !this.#used.has(one)) && isFree(one)
      ) ?? this.#counted(names[1], "_", { has });
    if (value === "" && !this.#scopes.has(env)) this.#scopes.set(env, scope);
    this.#made.set(key, env);
    this.#plain.delete(env);
    if (!this.#envs.has(env)) {
      this.#envs.set(env, value);
      this.#secrets.push({ env, value });
      if (!this.#envOf.has(value)) this.#envOf.set(value, env);
    }
    return env;
  }

  /** The first of a name's numbers that is not taken. */
  #counted(
    name: string,
    separator: string,
    taken: { has(name: string): boolean },
  ): string {
    const base = name + separator;
    for (let count = this.#counts.get(base) ?? 2;; count++) {
      if (taken.has(base + count)) continue;
      this.#counts.set(base, count + 1);
      return base + count;
    }
  }
}

/** A placeholder of a template; two braces that stand for themselves are none. */
const PLACEHOLDER = /((?<!\{\{')\{\{(?!'\{\{'\}\})[^{}]*\}\})/;

/** What a text of a template is, without the escapes of braces. */
function literal(text: string): string {
  return text.replaceAll("{{'{{'}}", "{{");
}

/** Completes what is imported, in the order of its source, by the secrets that were found in it and their variables. */
export function withSecrets(
  { variables: added, secrets }: SecretValues,
  imported: Omit<Imported, "secrets" | "added" | "keepOrder">,
): Imported {
  const variables = [...imported.defaults?.variables ?? [], ...added];
  return {
    ...imported,
    defaults: {
      ...imported.defaults,
      ...(variables.length > 0 && { variables }),
    },
    secrets,
    added: { variables: added.length },
    keepOrder: true,
  };
}

/** False for nothing and for what placeholders bring. */
export function isSecretText(value: string): boolean {
  return value !== "" && !/^(?:[A-Za-z]+ +)?\{\{[^{}]*\}\}$/.test(value);
}

/** Long enough, and of more than letters: no word that stands elsewhere, too. */
export function isUnlike(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
}

const LEADING_CAPITALS = /^OAuth|^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+/u;

function toName(hint: string): string {
  const words = hint.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const name = words.map((word, index) =>
    index === 0
      // HTTPBearer becomes httpBearer, JWT becomes jwt, OAuth2 becomes oauth2.
      ? word.replace(LEADING_CAPITALS, (capitals) => capitals.toLowerCase())
      : word[0].toUpperCase() + word.slice(1)
  ).join("");
  return /^\p{L}/u.test(name) ? name : `secret${name}`;
}
