import type { AuthType } from "../collection/types.ts";
import { isSecretField } from "./secret_field.ts";

/** Auth whose fields are rendered. */
export interface AuthFieldValues {
  readonly type: AuthType;
  readonly fields: ReadonlyMap<string, string | boolean | number>;
}

/** The fields of each kind of auth that hold secrets, by their OpenCollection names. */
export const SECRET_AUTH_FIELDS: Readonly<
  Record<AuthType, readonly string[]>
> = {
  none: [],
  inherit: [],
  basic: ["password"],
  bearer: ["token"],
  apikey: ["value"],
  digest: ["password"],
  wsse: ["password"],
  awsv4: ["secretAccessKey", "sessionToken"],
  oauth1: ["consumerSecret", "accessToken", "accessTokenSecret", "verifier"],
  oauth2: ["credentials.clientSecret", "resourceOwner.password"],
  ntlm: ["password"],
  "akamai-edgegrid": ["clientToken", "clientSecret", "accessToken"],
};

const PARAMETER = /^(additionalParameters\.\w+\.\d+)\.name$/;

/**
 * The secret texts of a rendered auth, for masking: each raw, without empty
 * ones; for Basic also the base64 pair. Tokens that are fetched later come
 * from `TokenPorts.learned`.
 *
 * @example
 * ```ts
 * import { secretsOfAuth } from "./secrets_of_auth.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const fields = new Map([["token", "t0p"]]);
 * assertEquals(secretsOfAuth({ type: "bearer", fields }), ["t0p"]);
 * ```
 */
export function secretsOfAuth(auth: AuthFieldValues): string[] {
  const text = (name: string) => String(auth.fields.get(name) ?? "");
  const secrets = SECRET_AUTH_FIELDS[auth.type].map(text);
  if (auth.type === "basic") {
    secrets.push(pair(text("username"), text("password")));
  }
  if (auth.type === "oauth1" && text("privateKey.type") !== "file") {
    secrets.push(text("privateKey.value"));
  }
  if (auth.type === "oauth2") {
    for (const [field, name] of auth.fields) {
      const match = PARAMETER.exec(field);
      if (!match || !isSecretParameter(String(name))) continue;
      secrets.push(text(`${match[1]}.value`));
    }
    secrets.push(
      pair(text("credentials.clientId"), text("credentials.clientSecret")),
    );
  }
  return [...new Set(secrets.filter((secret) => secret !== ""))];
}

/** OAuth calls its proofs assertions. */
function isSecretParameter(name: string): boolean {
  return isSecretField(name) || /assertion$/i.test(name);
}

function pair(username: string, password: string): string {
  if (password === "") return "";
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  // Node has Uint8Array's own way from version 25.
  return btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join(""));
}
