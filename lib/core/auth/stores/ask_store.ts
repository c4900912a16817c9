import type { StoredSecret } from "../../scope/layer.ts";
import type { Value } from "../../scope/value/value.ts";
import { askAws } from "./ask_aws.ts";
import { askAzure } from "./ask_azure.ts";
import { askGoogle } from "./ask_google.ts";
import { askVault } from "./ask_vault.ts";
import type { StorePorts } from "./store_ports.ts";

/**
 * Asks a store for a secret: a mapping, or one text. It sends credentials to
 * the store's own hosts only, which no file of a collection names.
 *
 * @throws {StoreError} The store is out of reach, or gives none.
 */
export function askStore(
  secret: StoredSecret,
  ports: StorePorts,
): Promise<Value> {
  const { type } = secret;
  switch (type) {
    case "hashicorp-vault-server":
      return askVault(secret, ports);
    case "aws-secrets-manager":
      return askAws(secret, ports);
    case "azure-key-vault":
      return askAzure(secret, ports);
    case "gcp-secrets-manager":
      return askGoogle(secret, ports);
    default:
      return type satisfies never;
  }
}
