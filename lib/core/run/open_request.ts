import type { Collection, Environment, Request } from "../collection/types.ts";
import { dotenvOf, resolveEnvironment } from "../collection/environment.ts";
import { type Inherited, inheritedBy } from "../collection/inherit.ts";
import { type Layer, layerOf } from "../scope/layer.ts";
import { Scopes, SCOPES_OPTIONS, type ScopesOptions } from "../scope/scopes.ts";
import { nearest } from "../source/nearest.ts";
import {
  type OptionCheck,
  refuseUnknownOptions,
} from "../source/refuse_unknown.ts";
import { typeOf } from "../source/type_of.ts";
import { CollectionError, PermissionError } from "../source/errors.ts";
import {
  findRequest,
  nearestRequest,
  requestsOf,
} from "../plan/find_request.ts";

/** A collection's request and all that rendering it needs. */
export interface OpenRequest {
  /** The request as written. */
  readonly request: Request;
  /** Runtime, request, folder, environment and collection scope. */
  readonly scopes: Scopes;
  /** What the collection and folders hand down. */
  readonly inherited: Inherited;
}

/** Options of {@linkcode openRequest}. */
export interface OpenRequestOptions extends ScopesOptions {
  /** Name of the environment; default: none. */
  readonly environment?: string;
  /** Values of the runtime scope: data, never parsed. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Reads `{{process.env.NAME}}`; default: what the collection's and the environment's `.env` list. */
  processEnv?: (name: string) => string | undefined;
}

const OPTIONS: Readonly<Record<keyof OpenRequestOptions, OptionCheck>> = {
  environment: true,
  variables: true,
  ...SCOPES_OPTIONS,
};

/**
 * Finds a request of a collection by its path or name and gathers its scopes
 * and what it inherits: what `renderRequest` needs. A path wins over a name, of
 * several requests of one name the first in run order is opened.
 *
 * @throws {CollectionError} When there is no such request or environment.
 * @throws {TypeError} For a value that no variable can have, and for an option that does not exist.
 *
 * @example
 * ```ts
 * import { openRequest, readCollection, renderRequest } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const { value: collection } = readCollection({
 *   root: "",
 *   files: new Map([
 *     ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: Shop}"],
 *     ["environments/local.yml", "name: local\nvariables: [{name: host, value: 'localhost:8080'}]"],
 *     ["get.yml", "info: {name: Get, type: http}\nhttp: {method: GET, url: 'http://{{host}}/users/{{id}}'}"],
 *   ]),
 * });
 * const { request, scopes, inherited } = openRequest(collection!, "get.yml", {
 *   environment: "local",
 *   variables: { id: 7 },
 * });
 * const { url } = renderRequest(request, scopes, { inherited });
 * assertEquals(url, "http://localhost:8080/users/7");
 * ```
 */
export function openRequest(
  collection: Collection,
  name: string,
  options: OpenRequestOptions = {},
): OpenRequest {
  refuseUnknownOptions(`Cannot open the request "${name}"`, options, OPTIONS);
  if (!Array.isArray(collection?.items)) {
    throw new TypeError(
      `Cannot open the request "${name}": the collection is ${
        typeOf(collection)
      } (give the "value" that readCollection returns)`,
    );
  }
  if (typeof name !== "string") {
    throw new TypeError(
      `Cannot open a request: its path is ${typeOf(name)}, not text`,
    );
  }
  const { environment, variables = {}, ...rest } = options;
  const found = findRequest(collection, name);
  if (found === undefined) {
    const all = [...requestsOf(collection.items)].map((one) => one.request);
    throw new CollectionError([{
      code: "MISSING_PATH",
      severity: "error",
      message: `Cannot open the request "${name}": the collection has none${
        nearestRequest(all, name)
      }`,
    }]);
  }
  const { request, folders } = found;
  const environments = environmentsOf(collection, environment);
  const layers: Layer[] = [
    ...Scopes.of({ runtime: variables }).layers,
    layerOf("request", request.variables),
    ...folders.toReversed().map((folder) =>
      layerOf("folder", folder.defaults.variables, folder.name)
    ),
    ...environments.map(({ variables, name }) =>
      layerOf("environment", variables, name)
    ),
    layerOf("collection", collection.defaults.variables),
  ];
  const { clientVersion } = collection.config;
  return {
    request,
    scopes: new Scopes(layers, {
      ...(clientVersion !== undefined && { clientVersion }),
      processEnv: reader(dotenvOf(collection, environments)),
      ...rest,
    }),
    inherited: inheritedBy(collection, folders, request),
  };
}

function environmentsOf(
  collection: Collection,
  name: string | undefined,
): Environment[] {
  if (name === undefined) return [];
  const { value, diagnostics } = resolveEnvironment(collection, name);
  if (value === undefined) throw new CollectionError(diagnostics);
  return value;
}

function reader(
  dotenv: ReadonlyMap<string, string>,
): (name: string) => string | undefined {
  return (name) => {
    if (dotenv.has(name)) return dotenv.get(name);
    const near = nearest(name, dotenv.keys());
    const wayOut = near === undefined
      ? 'give openRequest "processEnv"'
      : `did you mean "${near}"?`;
    throw new PermissionError([{
      code: "PERMISSION",
      severity: "error",
      message:
        `Cannot read "process.env.${name}": the collection's .env does not list it (${wayOut})`,
      ...(near !== undefined && { suggestion: near }),
    }]);
  };
}
