import type { StoredSecret } from "../../scope/layer.ts";
import type { Value } from "../../scope/value/value.ts";
import { askGoogle } from "./ask_google.ts";
import {
  gather,
  mappingOr,
  MAX_SECRETS,
  needed,
  StoreError,
  storeMembers,
  type StorePorts,
  storeWord,
  textOf,
} from "./store_ports.ts";
import { signAws } from "../aws/sign_aws.ts";
import { webUrl } from "../fields.ts";

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

/** Gets a secret of AWS Secrets Manager, with keys and the region of the process. */
async function askAws(
  { secretName = "" }: StoredSecret,
  ports: StorePorts,
): Promise<Value> {
  const region = storeWord(
    needed(ports, "AWS_REGION", "AWS_DEFAULT_REGION"),
    "AWS_REGION",
  );
  const sessionToken = ports.env("AWS_SESSION_TOKEN");
  const credentials = {
    accessKeyId: needed(ports, "AWS_ACCESS_KEY_ID"),
    secretAccessKey: needed(ports, "AWS_SECRET_ACCESS_KEY"),
    ...(sessionToken && { sessionToken }),
  };
  const end = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const body = await storeMembers(ports, {
    method: "POST",
    url: `https://secretsmanager.${region}.${end}/`,
    headers: [
      ["Content-Type", "application/x-amz-json-1.1"],
      ["X-Amz-Target", "secretsmanager.GetSecretValue"],
    ],
    body: JSON.stringify({ SecretId: secretName }),
    sign: {
      sign: (hop) =>
        signAws(hop, credentials, {
          service: "secretsmanager",
          region,
          now: ports.now(),
        }),
    },
  }, (_status, said = {}) => {
    const kind = /(\w{1,60})$/.exec(String(said.__type ?? ""))?.[1];
    return kind === undefined ? undefined : WORDS[kind] ?? kind;
  });
  if (typeof body.SecretString === "string") {
    return mappingOr(body.SecretString);
  }
  if (typeof body.SecretBinary === "string") return body.SecretBinary;
  throw new StoreError("the response has no secret");
}

const WORDS: Readonly<Record<string, string>> = {
  ResourceNotFoundException: "there is no such secret in this region",
  AccessDeniedException: "permission denied",
  ExpiredTokenException: "the credentials have expired",
  UnrecognizedClientException: "the credentials are refused",
  InvalidSignatureException: "the credentials are refused",
};

/** Reads a path of HashiCorp Vault; the older and the newer key-value engine alike. */
async function askVault(
  { path = "" }: StoredSecret,
  ports: StorePorts,
): Promise<Value> {
  const address = needed(ports, "VAULT_ADDR");
  const base = webUrl(address);
  if (base === undefined || /[?#]/.test(address)) {
    throw new StoreError(
      `VAULT_ADDR is not a URL (write https:// and a host, without user name and password)`,
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
  const body = await storeMembers(ports, {
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

const VERSION = "api-version=7.4";
const MAX_PAGES = 20;

/** Gets a vault of Azure as a mapping of its secrets, or the one that `secretName` names, with the client credentials of the process. */
async function askAzure(
  { vaultName, secretName }: StoredSecret,
  ports: StorePorts,
): Promise<Value> {
  const host = `${storeWord(vaultName, `"vaultName"`)}.vault.azure.net`;
  const token = await azureToken(ports);
  const headers = [["Authorization", `Bearer ${token}`]] as const;
  const get = async (name: string) => {
    const url = `https://${host}/secrets/${
      storeWord(name, "the name of a secret")
    }?${VERSION}`;
    const body = await storeMembers(ports, { method: "GET", url, headers });
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
    const body = await storeMembers(ports, { method: "GET", url, headers });
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
    throw new StoreError("AZURE_TENANT_ID is neither an id nor a domain");
  }
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: needed(ports, "AZURE_CLIENT_ID"),
    client_secret: needed(ports, "AZURE_CLIENT_SECRET"),
    scope: "https://vault.azure.net/.default",
  });
  const body = await storeMembers(ports, {
    method: "POST",
    url: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: form.toString(),
  });
  return textOf(body, "access_token", "token");
}
