import type { StoredSecret } from "../../scope/layer.ts";
import type { Value } from "../../scope/value/value.ts";
import { members, needed, StoreError, type StorePorts } from "./store_ports.ts";
import { webUrl } from "../fields.ts";

/** Reads a path of HashiCorp Vault; the older and the newer key-value engine alike. */
export async function askVault(
  { path = "" }: StoredSecret,
  ports: StorePorts,
): Promise<Value> {
  const address = needed(ports, "VAULT_ADDR");
  const base = webUrl(address);
  if (base === undefined || /[?#]/.test(address)) {
    throw new StoreError(
      `VAULT_ADDR is no URL (write https:// and a host, without user name and password)`,
    );
  }
  const token = needed(ports, "VAULT_TOKEN").trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new StoreError("VAULT_TOKEN holds a character that no token has");
  }
  const namespace = ports.env("VAULT_NAMESPACE");
  if (namespace && !/^[\x21-\x7e]+$/.test(namespace)) {
    throw new StoreError("VAULT_NAMESPACE holds a character that no name has");
  }
  const way = path.split("/").map(encodeURIComponent).join("/");
  const body = await members(ports, {
    method: "GET",
    url: `${base.replace(/\/+$/, "")}/v1/${way}`,
    headers: [
      ["X-Vault-Token", token],
      ["X-Vault-Request", "true"],
      ...(namespace ? [["X-Vault-Namespace", namespace] as const] : []),
    ],
  }, reasonOf);
  const { data } = body;
  if (!isMapping(data)) throw new StoreError("the response has no data");
  // Version 2 has the secret beside what is known about it.
  if (isMapping(data.metadata) && "data" in data) {
    if (isMapping(data.data)) return data.data;
    throw new StoreError("this version of the secret is deleted");
  }
  return data;
}

function reasonOf(status: number, body: Readonly<Record<string, Value>> = {}) {
  const said = [body.errors, body.warnings].flat().filter((one) =>
    typeof one === "string"
  ).join(" ");
  if (status === 503) return /sealed/i.test(said) ? "it is sealed" : undefined;
  if (status === 404 && /versioned/i.test(said)) {
    return `there is no such secret (the key-value engine of version 2 has "data" behind its name: secret/data/app)`;
  }
  return undefined;
}

function isMapping(
  value: Value | undefined,
): value is Readonly<Record<string, Value>> {
  return typeof value === "object" && value !== null &&
    !Array.isArray(value) && !(value instanceof Date);
}
