import type { StoredSecret } from "../../scope/layer.ts";
import type { Value } from "../../scope/value/value.ts";
import { toBytes } from "../hash.ts";
import {
  gather,
  mappingOr,
  MAX_SECRETS,
  needed,
  objectOf,
  StoreError,
  storeMembers,
  type StorePorts,
  storeWord,
  textOf,
} from "./store_ports.ts";

const TOKEN_URL = "https://oauth2.googleapis.com/token";
const API = "https://secretmanager.googleapis.com/v1";
const MAX_PAGES = 20;

/** Gets a project of Google Cloud as a mapping of its secrets, or the one that `secretName` names, with the service account of the process. */
export async function askGoogle(
  { projectId, secretName }: StoredSecret,
  ports: StorePorts,
): Promise<Value> {
  const project = `${API}/projects/${storeWord(projectId, `"projectId"`)}`;
  const token = await googleToken(ports);
  const headers = [["Authorization", `Bearer ${token}`]] as const;
  const get = async (name: string) => {
    if (!/^[A-Za-z0-9_-]+$/.test(name)) {
      throw new StoreError("the name of a secret is none");
    }
    const url = `${project}/secrets/${name}/versions/latest:access`;
    const body = await storeMembers(ports, { method: "GET", url, headers });
    const { data } = Object(body.payload);
    try {
      const bytes = Uint8Array.fromBase64(String(data));
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new StoreError(`the value of "${name}" is not text`);
    }
  };
  if (secretName) return mappingOr(await get(secretName));
  const names: string[] = [];
  let page = "";
  for (let count = 0;; count++) {
    if (count === MAX_PAGES || names.length > MAX_SECRETS) {
      throw new StoreError(`the list of its secrets does not end`);
    }
    const url = `${project}/secrets?pageSize=250${
      page && `&pageToken=${encodeURIComponent(page)}`
    }`;
    const body = await storeMembers(ports, { method: "GET", url, headers });
    for (const one of Array.isArray(body.secrets) ? body.secrets : []) {
      names.push(String(Object(one).name).split("/").at(-1) ?? "");
    }
    page = typeof body.nextPageToken === "string" ? body.nextPageToken : "";
    if (page === "") return await gather(names, get);
  }
}

/** A token for the account whose key the process names, asked for with a signed claim (RFC 7523). */
async function googleToken(ports: StorePorts): Promise<string> {
  const variable = "GOOGLE_APPLICATION_CREDENTIALS";
  const account = objectOf(await ports.readText(needed(ports, variable)));
  if (account?.type !== "service_account") {
    throw new StoreError(
      `the file of ${variable} holds no key of a service account`,
    );
  }
  const where = account.token_uri ?? TOKEN_URL;
  if (where !== TOKEN_URL) {
    throw new StoreError(
      `the "token_uri" in the file of ${variable} is not ${TOKEN_URL}`,
    );
  }
  const seconds = Math.floor(ports.now() / 1000);
  const keyId = account.private_key_id;
  const claim = [
    {
      alg: "RS256",
      typ: "JWT",
      ...(typeof keyId === "string" && { kid: keyId }),
    },
    {
      iss: textOf(account, "client_email", `"client_email"`),
      scope: "https://www.googleapis.com/auth/cloud-platform",
      aud: TOKEN_URL,
      iat: seconds,
      exp: seconds + 3600,
    },
  ].map((part) => base64Url(toBytes(JSON.stringify(part)))).join(".");
  const signature = await sign(
    textOf(account, "private_key", `"private_key"`),
    claim,
  );
  const body = await storeMembers(ports, {
    method: "POST",
    url: TOKEN_URL,
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: `${claim}.${signature}`,
    }).toString(),
  });
  return textOf(body, "access_token", "token");
}

async function sign(pem: string, text: string): Promise<string> {
  try {
    const key = await crypto.subtle.importKey(
      "pkcs8",
      Uint8Array.fromBase64(pem.replace(/-----[A-Z ]+-----|\s/g, "")),
      { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const signature = await crypto.subtle.sign(
      "RSASSA-PKCS1-v1_5",
      key,
      toBytes(text),
    );
    return base64Url(new Uint8Array(signature));
  } catch {
    throw new StoreError(
      `the "private_key" of the service account is not a key`,
    );
  }
}

function base64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
