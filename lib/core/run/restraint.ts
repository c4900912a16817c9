import type { Inherited } from "../collection/inherit.ts";
import type { Request } from "../collection/types.ts";
import type { Step } from "../plan/types.ts";
import { type Entry, Variables } from "../scope/variables.ts";
import type { Layer } from "../scope/layer.ts";
import type { Scopes } from "../scope/scopes.ts";
import type { Value } from "../scope/value/value.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { RunPorts } from "./ports.ts";

/** Keeps the values of secrets from a request, and from the scripts around it. */
export interface Restraint {
  /** Why it gets none, for messages: `"get.yml" changed while …`. */
  readonly why: string;
  /** Whether a text holds a secret, encoded or not. */
  holdsSecret(text: string): boolean;
  /** Whether a request's own texts hold one. */
  isHolding(request: Request): boolean;
  /** The outside as the request may reach it. */
  readonly ports: RunPorts;
}

/** Tells which requests of a run get no secrets; undefined for those that do. */
export type Restrain = (step: Step, ports: RunPorts) => Restraint | undefined;

/** The same variables, without those that are secret or hold a secret. */
export function withoutSecrets(scopes: Scopes, restraint: Restraint): Scopes {
  return scopes.over(scopes.layers.map((layer) => seen(layer, restraint)));
}

function seen(layer: Layer, restraint: Restraint): Layer {
  const { unset: _, ...rest } = layer;
  return { ...rest, entries: new SeenVariables(layer, restraint) };
}

/** What a request inherits, without headers that hold a secret. */
export function inheritedWithoutSecrets(
  inherited: Inherited,
  request: Request,
  restraint: Restraint,
): Inherited {
  const { auth, headers, ...rest } = inherited;
  return {
    ...rest,
    headers: headers.filter(({ value }) => !restraint.holdsSecret(value.text)),
    ...(auth && auth === request.auth && { auth }),
  };
}

/** Says that a request cannot have the auth that it asks collection or folder for. */
export function withheldAuth(
  { auth }: Inherited,
  request: Request,
  { why }: Restraint,
): Diagnostic | undefined {
  if (auth === undefined || auth === request.auth) return undefined;
  return {
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot use the "${auth.type}" auth of the collection in "${request.path}": ${why}`,
    location: locationOf(request.at),
  };
}

/** Says that a request cannot run whose own texts hold a secret: its scripts could read it there. */
export function withheldTexts(
  request: Request,
  { isHolding, why }: Restraint,
): Diagnostic | undefined {
  if (!isHolding(request)) return undefined;
  return {
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot send "${request.path}": it holds a secret of the collection, and ${why}`,
    location: locationOf(request.at),
  };
}

/** A view of a layer's variables: what is set through it is set in the layer. */
class SeenVariables extends Variables {
  readonly #layer: Layer;
  readonly #restraint: Restraint;

  constructor(layer: Layer, restraint: Restraint) {
    super();
    this.#layer = layer;
    this.#restraint = restraint;
  }

  override get version(): number {
    return this.#layer.entries.version;
  }

  override get size(): number {
    return this.#layer.entries.size;
  }

  override has(name: string): boolean {
    return this.#layer.entries.has(name) || this.#isUnset(name);
  }

  override get(name: string): Entry | undefined {
    const entry = this.#layer.entries.get(name);
    if (entry === undefined) {
      return this.#isUnset(name) ? this.#withheld({}) : undefined;
    }
    return entry.secret || this.#holdsSecret(entry.value)
      ? this.#withheld(entry)
      : entry;
  }

  override set(name: string, entry: Entry): this {
    this.#layer.entries.set(name, entry);
    return this;
  }

  override delete(name: string): boolean {
    return this.#layer.entries.delete(name);
  }

  override clear(): void {
    this.#layer.entries.clear();
  }

  override keys(): MapIterator<string> {
    return this.#layer.entries.keys();
  }

  override *entries(): MapIterator<[string, Entry]> {
    for (const name of this.keys()) yield [name, this.get(name)!];
  }

  override *values(): MapIterator<Entry> {
    for (const name of this.keys()) yield this.get(name)!;
  }

  override [Symbol.iterator](): MapIterator<[string, Entry]> {
    return this.entries();
  }

  override forEach(
    told: (entry: Entry, name: string, all: Map<string, Entry>) => void,
  ): void {
    for (const [name, entry] of this.entries()) told(entry, name, this);
  }

  #isUnset(name: string): boolean {
    return this.#layer.unset?.has(name) === true;
  }

  /** It stays secret when a script sets it. */
  #withheld({ hosts, at }: Partial<Entry>): Entry {
    return {
      value: null,
      template: false,
      secret: true,
      withheld: this.#restraint.why,
      ...(hosts && { hosts }),
      ...(at && { at }),
    };
  }

  #holdsSecret(value: Value): boolean {
    if (value === null || typeof value === "boolean") return false;
    return this.#restraint.holdsSecret(
      typeof value === "object"
        ? JSON.stringify(
          value,
          (_, one) => typeof one === "bigint" ? String(one) : one,
        )
        : String(value),
    );
  }
}
