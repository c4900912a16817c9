import type { RenderedAuth } from "../types.ts";
import { textField } from "./auth_field.ts";
import { AUTH_FIELDS } from "./fields.ts";

/** Additional OAuth 2 parameters whose name says that the value is a secret. */
const SECRET_NAME = /secret|password|passwd|token|assertion|api[-_]?key/i;
const PARAMETER = /^(additionalParameters\.\w+\.\d+)\.name$/;

/**
 * The secret texts of a rendered auth, for masking: each raw, without empty
 * ones; for Basic also the base64 pair. Tokens that are fetched later come
 * from `TokenPorts.learned`.
 *
 * @example
 * ```ts
 * import { secretsOf } from "./secrets_of.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const at = { file: "a.yml", path: ["http", "auth"] };
 * const fields = new Map([["token", "t0p"]]);
 * assertEquals(secretsOf({ type: "bearer", at, fields }), ["t0p"]);
 * ```
 */
export function secretsOf(auth: RenderedAuth): string[] {
  const secrets = AUTH_FIELDS[auth.type].secret.map((field) =>
    textField(auth, field)
  );
  if (auth.type === "basic") {
    secrets.push(
      pair(textField(auth, "username"), textField(auth, "password")),
    );
  }
  if (auth.type === "oauth1" && textField(auth, "privateKey.type") !== "file") {
    secrets.push(textField(auth, "privateKey.value"));
  }
  if (auth.type === "oauth2") {
    secrets.push(
      ...secretParameters(auth),
      pair(
        textField(auth, "credentials.clientId"),
        textField(auth, "credentials.clientSecret"),
      ),
    );
  }
  return [...new Set(secrets.filter((secret) => secret !== ""))];
}

function pair(username: string, password: string): string {
  if (password === "") return "";
  return new TextEncoder().encode(`${username}:${password}`).toBase64();
}

function secretParameters(auth: RenderedAuth): string[] {
  return [...auth.fields].flatMap(([field, name]) => {
    const match = PARAMETER.exec(field);
    return match && SECRET_NAME.test(String(name))
      ? [textField(auth, `${match[1]}.value`)]
      : [];
  });
}
