import type { StoredSecret } from "../../scope/layer.ts";
import type { Value } from "../../scope/value/value.ts";
import {
  gather,
  mappingOr,
  MAX_SECRETS,
  members,
  needed,
  StoreError,
  type StorePorts,
  textOf,
  word,
} from "./store_ports.ts";

const VERSION = "api-version=7.4";
const MAX_PAGES = 20;

/** Gets a vault of Azure as a mapping of its secrets, or the one that `secretName` names, with the client credentials of the process. */
export async function askAzure(
  { vaultName, secretName }: StoredSecret,
  ports: StorePorts,
): Promise<Value> {
  const host = `${word(vaultName, `"vaultName"`)}.vault.azure.net`;
  const token = await azureToken(ports);
  const headers = [["Authorization", `Bearer ${token}`]] as const;
  const get = async (name: string) => {
    const url = `https://${host}/secrets/${
      word(name, "the name of a secret")
    }?${VERSION}`;
    const body = await members(ports, { method: "GET", url, headers });
    return textOf(body, "value", `value of "${name}"`);
  };
  if (secretName) return mappingOr(await get(secretName));
  const names: string[] = [];
  let next: string | undefined = `https://${host}/secrets?${VERSION}`;
  for (let page = 0; next !== undefined; page++) {
    const url: string = next;
    if (page === MAX_PAGES || names.length > MAX_SECRETS) {
      throw new StoreError(`the list of its secrets does not end`);
    }
    // Wherever else the list goes on, the token does not.
    if (!url.startsWith(`https://${host}/`)) {
      throw new StoreError(`the list of its secrets goes on at another host`);
    }
    const body = await members(ports, { method: "GET", url, headers });
    for (const one of Array.isArray(body.value) ? body.value : []) {
      const { id, attributes } = Object(one);
      if (attributes?.enabled === false) continue;
      names.push(String(id).split("/").at(-1) ?? "");
    }
    next = typeof body.nextLink === "string" && body.nextLink !== ""
      ? body.nextLink
      : undefined;
  }
  return await gather(names, get);
}

async function azureToken(ports: StorePorts): Promise<string> {
  const tenant = needed(ports, "AZURE_TENANT_ID");
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(tenant)) {
    throw new StoreError("AZURE_TENANT_ID is no id and no domain");
  }
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: needed(ports, "AZURE_CLIENT_ID"),
    client_secret: needed(ports, "AZURE_CLIENT_SECRET"),
    scope: "https://vault.azure.net/.default",
  });
  const body = await members(ports, {
    method: "POST",
    url: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: form.toString(),
  });
  return textOf(body, "access_token", "token");
}
