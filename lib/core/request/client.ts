import type { Entry } from "../scope/variables.ts";
import type { Layer } from "../scope/layer.ts";
import type { Value } from "../scope/value/value.ts";
import type { Template } from "../template/types.ts";
import {
  Scopes,
  SCOPES_OPTIONS,
  type ScopesOptions,
  type ScopeValues,
} from "../scope/scopes.ts";
import { checkName } from "../scope/names.ts";
import { copyValue, snapshot } from "../scope/value/snapshot.ts";
import {
  checkFetchOptions,
  type FetchRequest,
  type FetchRequestOptions,
  renderFetchRequest,
} from "./fetch_request.ts";
import type { PlainRequest } from "./plain_request.ts";
import {
  checkTemplateOptions,
  render,
  type RenderTemplateOptions,
} from "./render_template.ts";
import { RENDERING_OPTIONS, type RenderingOptions } from "./take_rendered.ts";
import type { Request } from "../collection/types.ts";
import {
  type OptionCheck,
  refuseUnknownOptions,
} from "../source/refuse_unknown.ts";

const CLIENT_OPTIONS: Readonly<Record<keyof ClientOptions, OptionCheck>> = {
  variables: true,
  ...RENDERING_OPTIONS,
  ...SCOPES_OPTIONS,
};

/**
 * Refuses options that no client has.
 *
 * @throws {TypeError} Naming the first.
 */
export function checkClientOptions(options: ClientOptions): void {
  refuseUnknownOptions("Cannot make a client", options, CLIENT_OPTIONS);
}

/** Options of {@linkcode Client}. */
export interface ClientOptions extends ScopesOptions, RenderingOptions {
  /** Variables by scope; `setVar` sets those of the runtime scope. */
  readonly variables?: ScopeValues;
}

/**
 * Variables and what can be rendered with them: the specification's client
 * for programs.
 *
 * @example
 * ```ts
 * import { Client } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const client = new Client();
 * client.setVar("user", { id: 7, tags: ["a", "b"] });
 * assertEquals(client.render("/users/{{user.id}}?tag={{user.tags[1]}}"), "/users/7?tag=b");
 * ```
 */
export class Client {
  /** The scopes that placeholders are resolved in. */
  readonly scopes: Scopes;
  readonly #runtime: Map<string, Entry>;
  readonly #rendering: RenderingOptions;

  /**
   * Makes a client with its first variables.
   *
   * @throws {RangeError} When `clientVersion` is not a version, or `undefined` no mode.
   * @throws {TypeError} For a value that no variable can have, and for an option that does not exist.
   */
  constructor(options: ClientOptions = {}) {
    checkClientOptions(options);
    const { variables = {}, sources, onWarning, ...rest } = options;
    this.scopes = Scopes.of(variables, rest);
    const isRuntime = ({ scope }: Layer) => scope === "runtime";
    this.#runtime = this.scopes.layers.find(isRuntime)!.entries;
    this.#rendering = {
      ...(sources !== undefined && { sources }),
      ...(onWarning !== undefined && { onWarning }),
    };
  }

  /**
   * Sets a variable of the runtime scope to a snapshot of a value: string,
   * number, bigint, boolean, null, object, array or date.
   *
   * @throws {TypeError} For a name that no variable can have, and for a value that no
   * variable can have: undefined, NaN, infinities, invalid dates, maps, sets,
   * class instances, functions, symbols, cycles.
   */
  setVar(name: string, value: unknown): void {
    checkName(name);
    this.#runtime.set(name, {
      value: snapshot(value, name),
      template: false,
      from: "script",
    });
  }

  /** A copy of a runtime variable's value as set; undefined for one that is not set there. `scopes.find` looks through all scopes. */
  getVar(name: string): Value | undefined {
    const entry = this.#runtime.get(name);
    return entry && copyValue(entry.value);
  }

  /** Whether a variable is set in the runtime scope. */
  hasVar(name: string): boolean {
    return this.#runtime.has(name);
  }

  /** Forgets a variable of the runtime scope. */
  deleteVar(name: string): void {
    this.#runtime.delete(name);
  }

  /**
   * Renders a template.
   *
   * @param options Over those that the client was made with.
   * @throws {InterpolationError} With everything that is wrong with it.
   */
  render(
    template: string | Template,
    options: RenderTemplateOptions = {},
  ): string {
    checkTemplateOptions(options);
    return render(template, this.scopes, { ...this.#rendering, ...options });
  }

  /**
   * Renders a request into an object that is ready for `fetch`. One of a
   * collection sees the client's variables only; `openRequest` gathers its own.
   *
   * @param options Over those that the client was made with.
   * @throws {InterpolationError} With everything that is wrong with it.
   */
  renderRequest(
    request: PlainRequest | Request,
    options: FetchRequestOptions = {},
  ): FetchRequest {
    checkFetchOptions(options);
    return renderFetchRequest(request, this.scopes, {
      ...this.#rendering,
      ...options,
    });
  }
}
