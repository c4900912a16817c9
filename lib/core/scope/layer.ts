import type { Origin } from "../source/origin.ts";
import type { ScopeName } from "./names.ts";
import type { Value } from "./value/value.ts";
import { Variables } from "./variables.ts";

/** The variables of one scope, or of one folder or environment in it. */
export interface Layer {
  /** The scope that the layer belongs to. */
  readonly scope: ScopeName;
  /** Name of the folder or environment. */
  readonly label?: string;
  /** Shared by reference: what a script sets is seen by every later lookup. */
  readonly entries: Variables;
  /** Whether the layer's file has a variable of a name, be it disabled or without a value. */
  readonly defines?: (name: string) => boolean;
  /** Secrets that the layer's file names and leaves without a value. */
  readonly unset?: ReadonlyMap<
    string,
    Pick<VariableDefinition, "hosts" | "store">
  >;
}

/** The first of some layers that has a variable of a name; of all layers, the one whose value counts. */
export function layerWith(
  layers: readonly Layer[],
  name: string,
): Layer | undefined {
  return layers.find(({ entries }) => entries.has(name));
}

/** The kinds of secret stores, by the names that environments give them. */
export const STORE_TYPES: readonly StoredSecret["type"][] = [
  "hashicorp-vault-server",
  "aws-secrets-manager",
  "azure-key-vault",
  "gcp-secrets-manager",
];

/** Where a store has the value of a secret. */
export interface StoredSecret {
  /** The variable's name. */
  readonly name: string;
  /** The kind of store. */
  readonly type:
    | "hashicorp-vault-server"
    | "aws-secrets-manager"
    | "azure-key-vault"
    | "gcp-secrets-manager";
  /** Path in HashiCorp Vault, such as `secret/data/app`. */
  readonly path?: string;
  /** Name of one secret. */
  readonly secretName?: string;
  /** Name of the vault in Azure. */
  readonly vaultName?: string;
  /** The project in Google Cloud. */
  readonly projectId?: string;
  /** Where the file says so. */
  readonly at: Origin;
}

/** What {@linkcode layerOf} needs of a variable from a file. */
export interface VariableDefinition {
  /** The variable's name. */
  readonly name: string;
  /** The value; text is a template or data, as `template` says. */
  readonly value: Value;
  /** Whether reports mask the value. */
  readonly secret: boolean;
  /** Whether it is left out. */
  readonly disabled: boolean;
  /** True for a secret whose value the file does not hold: it is left out too. */
  readonly unset?: boolean;
  /** Hosts that the value may be sent to; absent: any. */
  readonly hosts?: readonly string[];
  /** The store that has the value, asked for it when it is first used. */
  readonly store?: StoredSecret;
  /** Where the file defines it. */
  readonly at: Origin;
}

/**
 * A layer of the variables that a file defines; disabled ones and secrets
 * without a value are left out, the last of a name wins.
 *
 * @param label Name of the folder or environment.
 *
 * @example
 * ```ts
 * import { layerOf, render, Scopes } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const at = { file: "environments/local.yml", path: ["variables", 0] };
 * const host = { name: "host", value: "{{tenant}}.example", secret: false, disabled: false, at };
 * const scopes = new Scopes([
 *   layerOf("environment", [host], "local"),
 *   layerOf("collection", [{ ...host, name: "tenant", value: "shop" }]),
 * ]);
 * assertEquals(render("https://{{host}}/", scopes), "https://shop.example/");
 * ```
 */
export function layerOf(
  scope: ScopeName,
  variables: readonly VariableDefinition[],
  label?: string,
): Layer {
  const entries = new Variables();
  let unset: Map<string, VariableDefinition> | undefined;
  for (const variable of variables) {
    const { name, value, secret, hosts, at } = variable;
    if (variable.disabled) continue;
    if (variable.unset) {
      (unset ??= new Map()).set(name, variable);
      continue;
    }
    entries.set(name, {
      value,
      template: true,
      at,
      secret,
      ...(hosts !== undefined && { hosts }),
    });
  }
  return {
    scope,
    entries,
    defines: (name) => variables.some((variable) => variable.name === name),
    ...(unset && { unset }),
    ...(label !== undefined && { label }),
  };
}
