import { SCOPE_NAMES, type ScopeName } from "./names.ts";
import { type Entry, Variables } from "./variables.ts";
import type { Layer, StoredSecret } from "./layer.ts";
import type { Provenance } from "./provenance.ts";
import type { Generators, PromptUse } from "./execution.ts";
import type { Value, ValueKind } from "./value/value.ts";
import { nearest, useOneOf } from "../source/nearest.ts";
import {
  type OptionCheck,
  refuseUnknownOptions,
} from "../source/refuse_unknown.ts";
import { typeOf } from "../source/type_of.ts";
import { isPlainObject } from "../source/plain_value.ts";
import { checkVersion, kindsMissingIn } from "./value/client_version.ts";
import { snapshot } from "./value/snapshot.ts";
import { UNDEFINED_MODES, type UndefinedMode } from "./undefined_mode.ts";

/** Options of {@linkcode Scopes}. */
export interface ScopesOptions {
  /** Default `"error"`; `"keep"` leaves the text as written, `"empty"` drops it. */
  undefined?: UndefinedMode;
  /** The client version to behave as; default: all kinds of values. */
  clientVersion?: string;
  /** Reads a permitted variable of the process's environment; throws PermissionError for another one. */
  processEnv?: (name: string) => string | undefined;
  /**
   * Answers `{{?question}}`; undefined where nobody can. Called at each
   * placeholder: who asks a person keeps the answers. `use` is set where the
   * answer should not be seen.
   */
  prompt?: (question: string, use?: PromptUse) => string | undefined;
  /** Gives the value of a secret that a file names and nothing else has, or that a store has; undefined where nobody can. Called at each placeholder until it gives one. */
  secret?: (name: string, store?: StoredSecret) => Value | undefined;
  /** Leaves a placeholder for a secret of a store as it is, with a warning: nobody asks the store. */
  keepStored?: boolean;
  /** Generators besides the built-in ones, such as those of `loadFakeData`. */
  generators?: Generators;
  /** Told what a variable's template was rendered to, so that secrets in it can be masked. */
  learned?: (variable: RenderedVariable) => void;
  /** What a file says of a name that it keeps secret; undefined for others. A value that is set is secret then, too. */
  declared?: (
    name: string,
  ) => { readonly hosts?: readonly string[] } | undefined;
}

/** The names of all {@linkcode ScopesOptions}. */
export const SCOPES_OPTIONS: Readonly<
  Record<keyof ScopesOptions, OptionCheck>
> = {
  undefined: true,
  clientVersion: true,
  processEnv: "function",
  prompt: "function",
  secret: "function",
  keepStored: true,
  generators: true,
  learned: "function",
  declared: "function",
};

/** What the template in a variable was rendered to. */
export interface RenderedVariable {
  /** Its name, or that of the member that is meant. */
  readonly name: string;
  /** The value. */
  readonly value: Value;
  /** Whether its file says that it is secret. */
  readonly secret: boolean;
  /** Hosts that it may be sent to; absent: any. */
  readonly hosts?: readonly string[];
}

/** Variables by scope, as plain objects; `folders` from the inner to the outer one. */
export interface ScopeValues {
  /** What scripts set: data. */
  runtime?: Readonly<Record<string, unknown>>;
  /** The current row of a data-driven run: data. */
  data?: Readonly<Record<string, unknown>>;
  /** The request's own variables. */
  request?: Readonly<Record<string, unknown>>;
  /** The folders' variables, inner before outer. */
  folders?: readonly Readonly<Record<string, unknown>>[];
  /** The selected environment's variables. */
  environment?: Readonly<Record<string, unknown>>;
  /** The collection's variables. */
  collection?: Readonly<Record<string, unknown>>;
  /** The workspace's variables. */
  global?: Readonly<Record<string, unknown>>;
}

/** A value that a placeholder was resolved to. */
export interface Known {
  /** The value. */
  readonly value: Value;
  /** Whether it came while running. */
  readonly opaque: boolean;
  /** Where it came from. */
  readonly source: Provenance;
}

const MAX_KNOWN = 10_000;

/**
 * The variables that a template can name, by scope. The highest scope that
 * defines a name wins; the order is that of `SCOPE_NAMES`.
 *
 * @example
 * ```ts
 * import { Scopes } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const scopes = Scopes.of({
 *   runtime: { id: 7 },
 *   environment: { id: 1, host: "api.example.com" },
 * });
 * assertEquals(scopes.find("id")?.value, 7);
 * ```
 */
export class Scopes {
  /** Highest first. */
  readonly layers: readonly Layer[];
  /** What becomes of a placeholder that does not resolve. */
  readonly undefinedMode: UndefinedMode;
  /** The version that is behaved as; undefined: the current one. */
  readonly clientVersion: string | undefined;
  /** Kinds that the client version does not have; undefined when it has all. */
  readonly missingKinds: ReadonlySet<ValueKind> | undefined;
  /** Reads a permitted variable of the process's environment. */
  readonly processEnv: ((name: string) => string | undefined) | undefined;
  /** Answers `{{?question}}`. */
  readonly prompt: ScopesOptions["prompt"];
  /** Gives the value of a secret that nothing else has. */
  readonly secret: ScopesOptions["secret"];
  /** Whether placeholders for secrets of a store stay as they are. */
  readonly keepStored: boolean;
  /** Generators besides the built-in ones. */
  readonly generators: Generators | undefined;
  /** Told what a variable's template was rendered to. */
  readonly learned: ((variable: RenderedVariable) => void) | undefined;
  readonly #declared: ScopesOptions["declared"];
  /** Secrets that placeholders needed and a store has not been asked for yet. */
  readonly wanted: Set<StoredSecret> = new Set();

  /** Values by placeholder text, as long as no variable changes. */
  readonly #known = new Map<string, Known>();
  readonly #versions: number[];

  /**
   * Scopes of layers.
   *
   * @param layers In any order; layers of one scope stay in the order given,
   * higher first.
   * @throws {RangeError} When `clientVersion` is not a version or newer than this
   * client, or `undefined` no mode.
   * @throws {TypeError} For a layer of a scope that does not exist.
   */
  constructor(layers: readonly Layer[], options: ScopesOptions = {}) {
    for (const { scope } of layers) checkScope(scope, SCOPE_NAMES);
    this.layers = isSorted(layers)
      ? [...layers]
      : layers.toSorted((a, b) =>
        SCOPE_NAMES.indexOf(a.scope) - SCOPE_NAMES.indexOf(b.scope)
      );
    this.#versions = this.layers.map(() => -1);
    this.undefinedMode = options.undefined ?? "error";
    if (!UNDEFINED_MODES.includes(this.undefinedMode)) {
      throw new RangeError(
        `Cannot use "${options.undefined}" for what is undefined: use one of ${
          UNDEFINED_MODES.join(", ")
        }`,
      );
    }
    this.clientVersion = options.clientVersion;
    if (options.clientVersion !== undefined) {
      checkVersion(options.clientVersion);
      const missing = kindsMissingIn(options.clientVersion);
      if (missing.size > 0) this.missingKinds = missing;
    }
    this.processEnv = options.processEnv;
    this.prompt = options.prompt;
    this.secret = options.secret;
    this.keepStored = options.keepStored ?? false;
    this.generators = options.generators;
    this.learned = options.learned;
    this.#declared = options.declared;
  }

  /**
   * Scopes from plain objects. Strings in request, folder, environment,
   * collection and global scope are templates; runtime and data values are data.
   *
   * @throws {TypeError} For a value that no variable can have, and for a scope
   * that does not exist.
   */
  static of(values: ScopeValues, options: ScopesOptions = {}): Scopes {
    const layers: Layer[] = [];
    refuseUnknownOptions("Cannot make scopes", options, SCOPES_OPTIONS);
    const given: unknown = values;
    if (!isPlainObject(given)) {
      throw new TypeError(
        `Cannot make scopes: the variables are ${
          typeOf(given)
        }, not an object by scope`,
      );
    }
    for (const name of Object.keys(values)) checkScope(name, GIVEN_SCOPES);
    const { folders = [] } = values;
    if (!Array.isArray(folders)) {
      throw new TypeError(
        `Cannot make scopes: "folders" is ${typeOf(folders)}, not a list`,
      );
    }
    for (const scope of SCOPE_NAMES) {
      if (scope === "folder") {
        for (const folder of folders) {
          layers.push(plainLayer(scope, folder));
        }
      } else layers.push(plainLayer(scope, values[scope] ?? {}));
    }
    return new Scopes(layers, options);
  }

  /**
   * The values that placeholders were resolved to, by their text; emptied when
   * a variable changed. For values that stay the same until then.
   */
  known(): Map<string, Known> {
    const { layers } = this;
    for (let index = 0; index < layers.length; index++) {
      const { version } = layers[index].entries;
      if (this.#versions[index] === version) continue;
      this.#versions[index] = version;
      this.#known.clear();
    }
    if (this.#known.size > MAX_KNOWN) this.#known.clear();
    return this.#known;
  }

  /** The same scopes with other layers. */
  over(layers: readonly Layer[]): Scopes {
    return new Scopes(layers, {
      undefined: this.undefinedMode,
      ...(this.clientVersion !== undefined &&
        { clientVersion: this.clientVersion }),
      ...(this.processEnv && { processEnv: this.processEnv }),
      ...(this.prompt && { prompt: this.prompt }),
      ...(this.secret && { secret: this.secret }),
      keepStored: this.keepStored,
      ...(this.generators && { generators: this.generators }),
      ...(this.learned && { learned: this.learned }),
      ...(this.#declared && { declared: this.#declared }),
    });
  }

  /** The entry that wins for a name. */
  find(name: string): Entry | undefined {
    for (const { entries } of this.layers) {
      const entry = entries.get(name);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /**
   * Sets a variable in the first layer of a scope to a snapshot of a value.
   * One that is secret, or for certain hosts only, stays so, in whichever scope
   * a file says that.
   *
   * @throws {TypeError} For a value that no variable can have, and for a scope
   * without a layer.
   */
  set(scope: ScopeName, name: string, value: unknown): void {
    const layers = this.layers.filter((layer) => layer.scope === scope);
    const [layer] = layers;
    if (layer === undefined) {
      throw new TypeError(
        `Cannot set the variable "${name}": there is no ${scope} scope here`,
      );
    }
    const declared = this.#declared?.(name);
    const own = layers.find(({ entries }) => entries.has(name))?.entries.get(
      name,
    );
    const secret = declared !== undefined || own?.secret;
    const hosts = own?.hosts ?? declared?.hosts;
    for (const { entries } of this.layers) reveal(name, entries);
    layer.entries.set(name, {
      value: snapshot(value, name),
      template: false,
      from: "script",
      ...(secret && { secret }),
      ...(hosts && { hosts }),
    });
  }

  /** Every name that a scope defines, once. */
  names(): Set<string> {
    const names = new Set<string>();
    for (const { entries } of this.layers) {
      for (const name of entries.keys()) names.add(name);
    }
    return names;
  }

  /** Names of the scopes that are searched, highest first. */
  scopeNames(): ScopeName[] {
    return [...new Set(this.layers.map((layer) => layer.scope))];
  }
}

function isSorted(layers: readonly Layer[]): boolean {
  let reached = 0;
  for (const { scope } of layers) {
    const at = SCOPE_NAMES.indexOf(scope);
    if (at < reached) return false;
    reached = at;
  }
  return true;
}

/** A variable that was set here is no longer what others set apart from here. */
function reveal(name: string, entries: Variables): void {
  const apart = entries.get(name)?.apart;
  if (apart === undefined) return;
  if (apart.instead === undefined) entries.delete(name);
  else entries.set(name, apart.instead);
}

/** The scopes that values can be given for; folders are a list. */
const GIVEN_SCOPES = SCOPE_NAMES.map((name) =>
  name === "folder" ? "folders" : name
);

/** A name that no scope has would be left out without a word. */
/**
 * Refuses what a program gives in place of scopes.
 *
 * @param action Such as `Cannot render the request`.
 * @throws {TypeError} Naming what is there instead.
 */
export function requireScopes(action: string, given: Scopes): void {
  // Not instanceof: a program may load the library twice.
  if (typeof given?.known === "function") return;
  throw new TypeError(
    `${action}: its scopes are ${
      typeOf(given)
    } (give Scopes.of({ runtime: { … } }), or the "scopes" of a client)`,
  );
}

function checkScope(name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const near = nearest(name, known);
  throw new TypeError(
    `Cannot make scopes: there is no scope "${name}" (${
      near === undefined ? useOneOf(known) : `did you mean "${near}"?`
    })`,
  );
}

function plainLayer(
  scope: ScopeName,
  values: Readonly<Record<string, unknown>>,
): Layer {
  // The variables of a Map, say, would be left out without a word.
  if (!isPlainObject(values)) {
    throw new TypeError(
      `Cannot make the ${scope} scope: its variables are not a plain object`,
    );
  }
  const template = scope !== "runtime" && scope !== "data";
  const entries = new Variables();
  for (const name of Object.keys(values)) {
    const value: Value = snapshot(values[name], name);
    entries.set(name, { value, template });
  }
  return { scope, entries };
}
