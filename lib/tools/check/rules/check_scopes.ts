import type {
  Collection,
  Environment,
  Variable,
} from "../../../core/collection/types.ts";
import { dotenvOf } from "../../../core/collection/environment.ts";
import { isWithin } from "../../../core/plan/is_within.ts";
import { type Entry, Variables } from "../../../core/scope/variables.ts";
import { type Layer, layerOf } from "../../../core/scope/layer.ts";
import type { ScopeName } from "../../../core/scope/names.ts";
import { Scopes } from "../../../core/scope/scopes.ts";
import type { UndefinedMode } from "../../../core/scope/undefined_mode.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { envRefusal, isSecretName } from "../../../core/policy/env_refusal.ts";
import { PermissionError } from "../../../core/source/errors.ts";
import { KnownValues } from "../places/known_values.ts";
import { heightOfScope, type RequestPlace } from "../places/reach.ts";
import { reachOf, type SetOrder } from "../places/set_order.ts";
import type { CheckOptions } from "../types.ts";
import { definitionsIn } from "../uses/definitions_in.ts";

const ROW_HEIGHT = heightOfScope("data");

/** An environment followed by those that it extends; empty when no environment is selected. */
export type Chain = readonly Environment[];

/**
 * The scopes of requests as a run would have them, without the names whose
 * values only the run brings: what a script has set by then, and rows of data.
 */
export class CheckScopes {
  readonly #runtime: Layer;
  readonly #chain: readonly (readonly [Environment, readonly Variable[]])[];
  readonly #given: Layer;
  /** What the `.env` files have. */
  readonly dotenv: ReadonlyMap<string, string>;
  /** Layers by the list of variables and what is not known of it. */
  readonly #layers = new Map<readonly Variable[], Map<string, Layer>>();
  /** The names of a list that scripts set or delete somewhere. */
  readonly #refusals = new Map<string, PermissionError>();
  readonly #set = new Map<readonly Variable[], readonly string[]>();
  readonly #rowNames: ReadonlySet<string>;
  /** What scripts set, where they write it out. */
  readonly known: KnownValues;

  constructor(
    readonly collection: Collection,
    readonly chain: Chain,
    readonly order: SetOrder,
    readonly options: CheckOptions,
  ) {
    this.#runtime = given("runtime", options.variables ?? {});
    const envVariables = options.envVariables ?? {};
    this.#given = given("environment", envVariables);
    this.#rowNames = new Set(options.rowNames);
    let names: ReadonlySet<string> | undefined;
    this.known = new KnownValues(
      order,
      (name) => (names ??= givenNames(collection, options)).has(name),
      options.rows ?? [],
    );
    this.#chain = chain.map((one) => [one, one.variables]);
    this.dotenv = dotenvOf(collection, chain);
  }

  /** Whether a request finds a variable set whose value is not known here. */
  isUnknown(name: string, place: RequestPlace | undefined): boolean {
    return this.#heightOf(name, place) !== Infinity;
  }

  /** The height of the scope in which a request finds a value that is not known here. */
  #heightOf(name: string, place: RequestPlace | undefined): number {
    if (place === undefined) return Infinity;
    const set = reachOf(name, place, this.order)?.heightAt(
      place,
      (scope) => this.#isGone(scope, name, place),
    ) ?? Infinity;
    return this.#rowNames.has(name) && this.#hasRows(place)
      ? Math.min(set, ROW_HEIGHT)
      : set;
  }

  /** Setup and teardown run once, without a row. */
  #hasRows({ request }: RequestPlace): boolean {
    const { setup = [], teardown = [] } = this.collection.config;
    return ![...setup, ...teardown].some((it) => isWithin(request.path, it));
  }

  /** Whether a script has deleted a variable from a scope by then. */
  #isGone(
    scope: ScopeName,
    name: string,
    place: RequestPlace | undefined,
  ): boolean {
    return place !== undefined &&
      this.order.gone.at(name, scope, place) !== undefined;
  }

  /**
   * The scopes that a request sees.
   *
   * @param secret Gives the value of a secret that has none; absent: nobody does.
   * @param withScripts Whether they have what scripts write out.
   */
  of(
    place: RequestPlace,
    undefinedMode: UndefinedMode = "error",
    secret?: () => string,
    withScripts = true,
  ): Scopes {
    const { request, folders } = place;
    const inner = [this.#layer("request", request.variables, place)];
    for (let depth = folders.length - 1; depth >= 0; depth--) {
      const { defaults: { variables }, name: label } = folders[depth];
      inner.push(this.#layer("folder", variables, place, { label, depth }));
    }
    return this.#scopes(inner, place, {
      undefined: undefinedMode,
      secret,
      withScripts,
    });
  }

  /** Lets go of the layers of all levels: once all requests are checked, few are needed again. */
  forgetLayers(): void {
    this.#layers.clear();
    this.#set.clear();
  }

  /** The scopes that the collection's own configuration sees, before the first request. */
  ofConfig(): Scopes {
    return this.#scopes([], undefined, {});
  }

  #scopes(
    inner: readonly Layer[],
    place: RequestPlace | undefined,
    { undefined: mode = "error", secret, withScripts = true }: {
      readonly undefined?: UndefinedMode;
      readonly secret?: (() => string) | undefined;
      readonly withScripts?: boolean;
    },
  ): Scopes {
    const { collection, options } = this;
    const layers: Layer[] = [this.#without(this.#runtime, place), ...inner];
    if (place && withScripts && this.order.settings.size > 0) {
      const entries = new Written((name) =>
        this.isUnknown(name, place) ? this.known.entryOf(name) : undefined
      );
      layers.unshift({ scope: "runtime", entries });
    }
    layers.push(this.#without(this.#given, place));
    for (const [{ name: label }, variables] of this.#chain) {
      layers.push(this.#layer("environment", variables, place, { label }));
    }
    layers.push(
      this.#layer("collection", collection.defaults.variables, place),
    );
    if (options.globals) {
      layers.push(this.#layer("global", options.globals, place));
    }
    const { clientVersion } = collection.config;
    // Requests share layers, and none may find the answer that another one got.
    const own = secret === undefined ? layers : layers.map((layer) => ({
      ...layer,
      entries: new Answered(layer.entries),
    }));
    return new Scopes(own, {
      undefined: mode,
      ...(secret && { secret }),
      ...(clientVersion !== undefined && { clientVersion }),
      ...(options.generators && { generators: options.generators }),
      processEnv: (name) => this.#processEnv(name),
    });
  }

  /** What a run may read and no `.env` has a value for comes with the run. */
  #processEnv(name: string): string | undefined {
    const { allowEnv = [], hasEmptyEnv } = this.options;
    const refused = envRefusal(
      name,
      { dotenv: this.dotenv, allow: allowEnv },
    );
    if (refused === undefined) {
      return hasEmptyEnv?.(name) ? "" : this.dotenv.get(name);
    }
    // A text may name it ten thousand times, and errors are dear.
    let refusal = this.#refusals.get(name);
    if (refusal === undefined) {
      refusal = new PermissionError([{
        code: "PERMISSION",
        severity: isSecretName(name) ? "error" : "warning",
        ...refused,
      }]);
      this.#refusals.set(name, refusal);
    }
    throw refusal;
  }

  #layer(
    scope: ScopeName,
    variables: readonly Variable[],
    place: RequestPlace | undefined,
    { label, depth }: { readonly label?: string; readonly depth?: number } = {},
  ): Layer {
    let set = this.#set.get(variables);
    if (set === undefined) {
      set = variables.map(({ name }) => name).filter((name) =>
        this.#rowNames.has(name) || this.order.settings.has(name) ||
        this.order.gone.has(name)
      );
      this.#set.set(variables, set);
    }
    const height = heightOfScope(scope, depth);
    // What a lower scope is given is hidden by what stands here.
    const unknown = set.filter((name) =>
      this.#heightOf(name, place) <= height || this.#isGone(scope, name, place)
    );
    const key = unknown.join("\n");
    let layers = this.#layers.get(variables);
    if (layers === undefined) {
      layers = new Map();
      this.#layers.set(variables, layers);
    }
    let layer = layers.get(key);
    if (layer === undefined) {
      const known = unknown.length === 0
        ? variables
        : variables.filter(({ name }) => !unknown.includes(name));
      layer = this.#withSecrets(layerOf(scope, known, label), known);
      layers.set(key, layer);
    }
    return layer;
  }

  /** Secrets whose values come from outside of the file. */
  #withSecrets(layer: Layer, variables: readonly Variable[]): Layer {
    const { givenSecret } = this.options;
    if (givenSecret === undefined) return layer;
    for (const { name, secret, disabled, hosts } of variables) {
      const given = secret && !disabled ? givenSecret(name) : undefined;
      if (given === undefined) continue;
      layer.entries.set(name, {
        template: false,
        secret,
        ...(hosts && { hosts }),
        ...given,
      });
    }
    return layer;
  }

  /** A layer of what the command line gives; most often there is nothing in it. */
  #without(layer: Layer, place: RequestPlace | undefined): Layer {
    const { scope, entries } = layer;
    const height = heightOfScope(scope);
    const unknown = [...entries.keys()].filter((name) =>
      this.#heightOf(name, place) <= height || this.#isGone(scope, name, place)
    );
    if (unknown.length === 0) return layer;
    const rest = new Variables();
    for (const [name, entry] of entries) {
      if (!unknown.includes(name)) rest.set(name, entry);
    }
    return { scope, entries: rest };
  }
}

/** The names that files, flags and rows give values. */
function givenNames(
  collection: Collection,
  options: CheckOptions,
): Set<string> {
  const { variables, envVariables, rowNames, environmentFiles } = options;
  return new Set([
    ...definitionsIn(collection, options).map(({ name }) => name),
    ...(environmentFiles ?? []).flatMap((it) =>
      it.variables.map(({ name }) => name)
    ),
    ...Object.keys(variables ?? {}),
    ...Object.keys(envVariables ?? {}),
    ...rowNames ?? [],
  ]);
}

/** Variables that are looked up when they are asked for: few of very many are. */
class Written extends Variables {
  readonly #entryOf: (name: string) => Entry | undefined;

  constructor(entryOf: (name: string) => Entry | undefined) {
    super();
    this.#entryOf = entryOf;
  }

  override get(name: string): Entry | undefined {
    return this.#entryOf(name);
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}

/** Variables over others, which stay as they are. */
class Answered extends Variables {
  readonly #others: Variables;

  constructor(others: Variables) {
    super();
    this.#others = others;
  }

  override get(name: string): Entry | undefined {
    return super.get(name) ?? this.#others.get(name);
  }

  override has(name: string): boolean {
    return super.has(name) || this.#others.has(name);
  }
}

/** A layer of data. */
function given(
  scope: ScopeName,
  values: Readonly<Record<string, Value>>,
): Layer {
  const entries = new Variables();
  for (const [name, value] of Object.entries(values)) {
    const entry: Entry = { value, template: false, from: "flag" };
    entries.set(name, entry);
  }
  return { scope, entries };
}
