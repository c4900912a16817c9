import type {
  Collection,
  Folder,
  Request,
  Variable,
} from "../collection/types.ts";
import type { DataRow, SetApart, Step } from "../plan/types.ts";
import { type Entry, Variables } from "../scope/variables.ts";
import { type Layer, layerOf } from "../scope/layer.ts";
import { hasTemplates } from "../scope/make_value.ts";
import type { ScopeName } from "../scope/names.ts";
import { Scopes, type ScopesOptions } from "../scope/scopes.ts";
import type { Value } from "../scope/value/value.ts";
import { type DeclaredSecrets, declaredSecrets } from "./declared_secrets.ts";
import { askSecret } from "./explain/ask_secret.ts";
import type { RunSettings } from "./options.ts";
import { goOn, leftIn, type LeftVariable } from "./earlier.ts";
import type { EnvironmentChanges, RunPorts } from "./ports.ts";

/** Values by name from outside of the files: data, never parsed. */
type GivenValues = readonly (readonly [name: string, value: Value])[];

/** The part of a run's settings that decides what variables say. */
export interface ScopeSettings extends
  Pick<
    RunSettings,
    | "environments"
    | "savedEnvironment"
    | "globals"
    | "vars"
    | "envVars"
    | "undefined"
    | "generators"
    | "earlier"
  > {
  /** Whether placeholders for secrets of a store stay as they are. */
  readonly keepStored?: boolean;
  readonly ports: Pick<
    RunPorts,
    | "processEnv"
    | "prompt"
    | "givenSecret"
    | "askSecret"
    | "storedSecret"
    | "learn"
  >;
}

/**
 * The variables of requests that share them, such as those of one iteration.
 * Layers are made once, so that what a script sets is there for the later ones;
 * the next iteration starts from the files, the command line and setup again.
 */
export class IterationScopes {
  readonly #settings: ScopeSettings;
  readonly #runtime: Layer;
  readonly #data: Layer;
  readonly #global: Layer;
  readonly #shared = new Map<Collection, readonly Layer[]>();
  /** Names that each collection's files keep secret. */
  readonly #declared: Map<Collection, DeclaredSecrets>;
  readonly #folders = new Map<Folder, Layer>();
  /** The options of the scopes before, which those of the next request most often are, too. */
  readonly #latest: {
    options?: ScopesOptions;
    collection?: Collection;
    ports?: ScopeSettings["ports"];
  };

  /**
   * @param before What ran before: its variables are there to begin with.
   * @param more Values of the runtime scope besides those.
   */
  constructor(
    settings: ScopeSettings,
    row: DataRow = {},
    before?: IterationScopes,
    more: GivenValues = [],
  ) {
    this.#settings = settings;
    this.#declared = before ? before.#declared : new Map();
    this.#latest = before ? before.#latest : {};
    this.#data = this.#given("data", Object.entries(row));
    this.#runtime = before
      ? copyOf(before.#runtime)
      : this.#given("runtime", settings.vars ?? []);
    for (const [name, entry] of this.#given("runtime", more).entries) {
      this.#runtime.entries.set(name, entry);
    }
    this.#global = before
      ? copyOf(before.#global)
      : this.#written("global", settings.globals ?? []);
    if (!before) this.#goOn([this.#runtime, this.#global]);
    for (const [of, layers] of before ? before.#shared : []) {
      this.#shared.set(of, layers.map(copyOf));
    }
    for (const collection of this.#shared.keys()) this.#seal(collection);
    for (const [of, layer] of before ? before.#folders : []) {
      this.#folders.set(of, copyOf(layer));
    }
  }

  /** The same variables for a row of data; what is set from now on is apart. */
  copy(row: DataRow, more?: GivenValues): IterationScopes {
    return new IterationScopes(this.#settings, row, this, more);
  }

  /**
   * Makes it an error to read what others set, apart from here, until it is set
   * here. What a script has set before is fine.
   */
  keepApart(collection: Collection, others: Iterable<SetApart>): void {
    const { file, config } = collection;
    const [first, ...more] = this.#layersOf(collection);
    const layers = [this.#runtime, first, more.at(-1)!, this.#global];
    const isSet = (name: string) =>
      layers.some(({ entries }) => entries.get(name)?.from === "script");
    for (const { name, scope, label, path } of others) {
      const entries = layers.find((it) => it.scope === scope)?.entries;
      // Variables of folders and requests end with the folder or request.
      if (entries === undefined || isSet(name)) continue;
      const instead = entries.get(name);
      entries.set(name, {
        value: null,
        template: false,
        ...instead?.secret && { secret: true },
        ...instead?.hosts && { hosts: instead.hosts },
        apart: { label, path, file, config, ...instead && { instead } },
      });
    }
  }

  /** The scopes that one execution of a request sees; its request scope is its own. */
  scopesOf(
    step: Pick<Step, "collection" | "folders">,
    request: Pick<Request, "variables">,
    ports: ScopeSettings["ports"] = this.#settings.ports,
  ): Scopes {
    const { collection, folders } = step;
    const layers: Layer[] = [this.#data];
    const secrets = this.#secretsOf(collection);
    layers.push(this.#written("request", request.variables, { secrets }));
    for (let i = folders.length - 1; i >= 0; i--) {
      layers.push(this.#folder(folders[i], secrets));
    }
    return this.#scopes(collection, layers, ports);
  }

  /** The scopes that a collection's own configuration sees. */
  scopesOfCollection(collection: Collection): Scopes {
    return this.#scopes(collection, [], this.#settings.ports);
  }

  #scopes(
    collection: Collection,
    inner: readonly Layer[],
    ports: ScopeSettings["ports"],
  ): Scopes {
    const outer = this.#layersOf(collection);
    const latest = this.#latest;
    if (latest.collection !== collection || latest.ports !== ports) {
      latest.options = this.#optionsFor(collection, ports);
      latest.collection = collection;
      latest.ports = ports;
    }
    return new Scopes(
      [this.#runtime, ...inner, ...outer, this.#global],
      latest.options,
    );
  }

  #optionsFor(
    collection: Collection,
    ports: ScopeSettings["ports"],
  ): ScopesOptions {
    const { generators, undefined: mode, keepStored = false } = this.#settings;
    const clientVersion = collection.config.clientVersion;
    return {
      ...(mode !== undefined && { undefined: mode }),
      ...(clientVersion !== undefined && { clientVersion }),
      ...(generators !== undefined && { generators }),
      keepStored,
      processEnv: (name) => ports.processEnv(collection, name),
      prompt: (question, use) => ports.prompt(question, use),
      ...askSecret(ports, collection, keepStored),
      ...(ports.learn && { learned: (variable) => ports.learn?.(variable) }),
      declared: (name) => this.#secretsOf(collection).get(name),
    };
  }

  /**
   * What scripts made of the selected environment's variables. What is secret
   * is saved where the file has a value of its own for it.
   */
  environmentChanges(collection: Collection): EnvironmentChanges {
    const values = new Map<string, Value | undefined>();
    const withheld = new Map<string, Variable | undefined>();
    const { environments, savedEnvironment, envVars = [] } = this.#settings;
    const files = environments?.get(collection) ?? [];
    const at = savedEnvironment ? files.indexOf(savedEnvironment) : 0;
    const layers = this.#layersOf(collection).slice(0, at + 1);
    const { entries } = layers[at];
    const given = new Map(envVars);
    const secrets = this.#secretsOf(collection);
    const own = new Map(files[at]?.variables.map((one) => [one.name, one]));
    for (const { name, disabled, unset } of own.values()) {
      const kept = disabled || unset || secrets.has(name);
      if (!kept && !entries.has(name)) values.set(name, undefined);
    }
    for (const { entries } of layers.toReversed()) {
      for (const [name, { value, from }] of entries) {
        if (from !== "script" || given.get(name) === value) continue;
        const variable = own.get(name);
        if (!secrets.has(name) || variable && isSavable(variable)) {
          values.set(name, value);
        } else withheld.set(name, variable);
      }
    }
    return { values, withheld };
  }

  /** What scripts made of all variables that outlive a request. */
  left(collection: Collection): LeftVariable[] {
    const { environments, globals = [] } = this.#settings;
    const shared = this.#layersOf(collection);
    const files = environments?.get(collection) ?? [];
    const from = shared.map((_, at) => files[at]?.variables ?? []);
    from[shared.length - 1] = collection.defaults.variables;
    return [this.#runtime, ...shared, this.#global]
      .flatMap((layer, at) => leftIn(layer, [[], ...from, globals][at]));
  }

  /** Goes on with what earlier runs left. */
  #goOn(layers: readonly Layer[]): void {
    const left = this.#settings.earlier?.variables ?? [];
    for (const layer of layers) goOn(layer, left, this.#learn.bind(this));
  }

  #folder(folder: Folder, secrets: DeclaredSecrets): Layer {
    let layer = this.#folders.get(folder);
    if (layer === undefined) {
      layer = this.#written(
        "folder",
        folder.defaults.variables,
        { label: folder.name, secrets },
      );
      this.#folders.set(folder, layer);
    }
    return layer;
  }

  #layersOf(collection: Collection): readonly Layer[] {
    let layers = this.#shared.get(collection);
    if (layers === undefined) {
      const files = this.#settings.environments?.get(collection) ?? [];
      const secrets = this.#secretsOf(collection);
      this.#seal(collection);
      const chain = files.map(({ variables, name }) => {
        const sealed = variables.map((one) => {
          const { hosts, near } = secrets.get(one.name) ?? {};
          return secrets.has(one.name)
            ? { ...(near && hosts && { hosts }), ...one, secret: true }
            : one;
        });
        return this.#written("environment", sealed, { label: name });
      });
      // Scripts and --env-var can set environment variables without one.
      if (chain.length === 0) chain.push(this.#given("environment", []));
      for (const [name, value] of this.#settings.envVars ?? []) {
        const hosts = files.flatMap(({ variables }) => variables)
          .find((it) => it.name === name && it.hosts)?.hosts ??
          secrets.get(name)?.hosts;
        const entry = {
          value,
          template: false,
          from: "flag" as const,
          secret: secrets.has(name),
          ...(hosts && { hosts }),
        };
        chain[0].entries.set(name, entry);
        this.#learn(name, entry);
      }
      layers = [
        ...chain,
        this.#written("collection", collection.defaults.variables, { secrets }),
      ];
      this.#goOn(layers);
      this.#shared.set(collection, layers);
    }
    return layers;
  }

  /** The names that the collection's files keep secret. */
  #secretsOf(collection: Collection): DeclaredSecrets {
    let declared = this.#declared.get(collection);
    if (declared === undefined) {
      const { environments, globals = [] } = this.#settings;
      const files = environments?.get(collection) ?? [];
      declared = declaredSecrets(collection, [
        ...globals,
        ...collection.defaults.variables,
        ...files.toReversed().flatMap(({ variables }) => variables),
      ]);
      this.#declared.set(collection, declared);
    }
    return declared;
  }

  /** A new value for a name that a file keeps secret is secret as well. */
  #seal(collection: Collection): void {
    const secrets = this.#secretsOf(collection);
    for (const layer of [this.#runtime, this.#data, this.#global]) {
      for (const [name, entry] of layer.entries) {
        const declared = secrets.get(name);
        if (declared === undefined || entry.secret) continue;
        const { hosts, near } = declared;
        // A file's value is bound as that of an environment is.
        const bound = (near || layer !== this.#global) && hosts && { hosts };
        const sealed = { ...bound, ...entry, secret: true };
        layer.entries.set(name, sealed);
        this.#learn(name, sealed);
      }
    }
  }

  /** A layer of variables from a file. */
  #written(
    scope: ScopeName,
    variables: readonly Variable[],
    { label, secrets }: {
      readonly label?: string;
      /** Names that other files keep secret; they are secret here as well. */
      readonly secrets?: DeclaredSecrets;
    } = {},
  ): Layer {
    const layer = layerOf(scope, variables, label);
    for (const { name, secret, disabled, hosts } of variables) {
      const given = secret && !disabled
        ? this.#settings.ports.givenSecret?.(name)
        : undefined;
      if (given === undefined) continue;
      const bound = hosts && { hosts };
      layer.entries.set(name, {
        template: false,
        secret,
        ...bound,
        ...given,
      });
    }
    for (const [name, entry] of layer.entries) {
      const isSecret = entry.secret || secrets?.get(name)?.near === true;
      if (isSecret && !entry.secret) {
        layer.entries.set(name, { ...entry, secret: true });
      }
      this.#learn(name, { ...entry, secret: isSecret });
    }
    return layer;
  }

  /** A layer of what does not come from files: data, in which no placeholder resolves. */
  #given(
    scope: ScopeName,
    values: GivenValues,
  ): Layer {
    const entries = new Variables();
    const from = scope === "data" ? "row" as const : "flag" as const;
    for (const [name, value] of values) {
      const entry = { value, template: false, from };
      entries.set(name, entry);
      this.#learn(name, entry);
    }
    return { scope, entries };
  }

  #learn(
    name: string,
    { value, template, secret = false, hosts, from }: Entry,
  ): void {
    this.#settings.ports.learn?.({
      name,
      value,
      secret,
      template,
      ...(hosts && { hosts }),
      ...(secret && (from === "flag" || from === "row") &&
        { given: "outside" as const }),
      ...(secret && from === "script" && { given: "script" as const }),
    });
  }
}

/** A secret whose value is in its file as it is; one that is elsewhere stays there. */
function isSavable({ secret, disabled, unset, value }: Variable): boolean {
  return secret && !disabled && !unset && !hasTemplates(value);
}

/** Values are snapshots: copies can share them. */
function copyOf(layer: Layer): Layer {
  return { ...layer, entries: new Variables(layer.entries) };
}
