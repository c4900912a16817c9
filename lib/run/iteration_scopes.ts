import type { Collection, Folder, Request } from "../collection/types.ts";
import type { DataRow, Step } from "../plan/types.ts";
import { type Entry, type Layer, layerOf } from "../scope/layer.ts";
import { Scopes } from "../scope/scopes.ts";
import { Variables } from "../scope/variables.ts";
import type { RunSettings } from "./options.ts";
import type { RunPorts } from "./ports.ts";

/** The part of a run's settings that decides what variables say. */
export interface ScopeSettings extends
  Pick<
    RunSettings,
    "environments" | "globals" | "vars" | "envVars" | "undefined" | "generators"
  > {
  readonly ports: Pick<RunPorts, "processEnv" | "prompt" | "learn">;
}

/**
 * The variables of one iteration. Layers are made once and shared by its
 * requests, so that what a script sets is there for the later ones; the next
 * iteration starts from the files and the command line again.
 */
export class IterationScopes {
  readonly #settings: ScopeSettings;
  readonly #runtime: Layer;
  readonly #data: Layer;
  readonly #global: Layer;
  readonly #shared = new Map<Collection, readonly Layer[]>();
  readonly #folders = new Map<Folder, Layer>();

  constructor(settings: ScopeSettings, row: DataRow = {}) {
    this.#settings = settings;
    this.#runtime = {
      scope: "runtime",
      entries: entriesOf(settings.vars ?? []),
    };
    this.#data = { scope: "data", entries: entriesOf(Object.entries(row)) };
    this.#global = layerOf("global", settings.globals ?? []);
  }

  /** The scopes that one execution of a request sees; its request scope is its own. */
  scopesOf(step: Step, request: Request): Scopes {
    const { collection, folders } = step;
    const { ports, generators, undefined: mode } = this.#settings;
    const clientVersion = collection.config.clientVersion;
    const layers: Layer[] = [this.#runtime, this.#data];
    layers.push(layerOf("request", request.variables));
    for (let i = folders.length - 1; i >= 0; i--) {
      layers.push(this.#folder(folders[i]));
    }
    layers.push(...this.#layersOf(collection), this.#global);
    return new Scopes(layers, {
      ...(mode !== undefined && { undefined: mode }),
      ...(clientVersion !== undefined && { clientVersion }),
      ...(generators !== undefined && { generators }),
      processEnv: (name) => ports.processEnv(collection, name),
      prompt: (question) => ports.prompt(question),
    });
  }

  /** Environment and collection layers, as scripts left them. */
  environmentOf(collection: Collection): Layer | undefined {
    return this.#layersOf(collection).find((it) => it.scope === "environment");
  }

  #folder(folder: Folder): Layer {
    let layer = this.#folders.get(folder);
    if (layer === undefined) {
      layer = layerOf("folder", folder.defaults.variables, folder.name);
      this.#folders.set(folder, layer);
    }
    return layer;
  }

  #layersOf(collection: Collection): readonly Layer[] {
    let layers = this.#shared.get(collection);
    if (layers === undefined) {
      const { environments, envVars = [] } = this.#settings;
      const chain = (environments?.get(collection) ?? []).map((environment) =>
        layerOf("environment", environment.variables, environment.name)
      );
      // Scripts and --env-var can set environment variables without one.
      if (chain.length === 0) {
        chain.push({ scope: "environment", entries: new Variables() });
      }
      for (const [name, entry] of entriesOf(envVars)) {
        const secret = chain.some((it) => it.entries.get(name)?.secret);
        chain[0].entries.set(name, { ...entry, ...(secret && { secret }) });
      }
      layers = [...chain, layerOf("collection", collection.defaults.variables)];
      this.#shared.set(collection, layers);
    }
    return layers;
  }
}

/** What does not come from files is data: no placeholder in it resolves. */
function entriesOf(
  values: readonly (readonly [name: string, value: Entry["value"]])[],
): Variables {
  return new Variables(
    values.map(([name, value]) => [name, { value, template: false }]),
  );
}
