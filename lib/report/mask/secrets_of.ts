import { secretsOf } from "../../request/auth/secrets_of.ts";
import { isSecretField } from "../../request/secret_field.ts";
import type { RenderedRequest } from "../../request/types.ts";
import type { Value } from "../../scope/value.ts";

/**
 * The secrets in a variable: every text and number of a secret one, else those
 * whose name says so (`password`, `authConfig.apiKey`).
 */
export function secretsOfVariable(
  name: string,
  value: Value,
  options: { readonly secret: boolean },
): string[] {
  if (typeof value === "string") {
    return options.secret || isSecretField(name) ? [value] : [];
  }
  if (typeof value === "number" || typeof value === "bigint") {
    return options.secret || isSecretField(name) ? [String(value)] : [];
  }
  if (
    value === null || typeof value === "boolean" || value instanceof Date
  ) return [];
  const secret = options.secret || isSecretField(name);
  if (Array.isArray(value)) {
    return value.flatMap((item) => secretsOfVariable("", item, { secret }));
  }
  return Object.entries(value).flatMap(([key, member]) =>
    secretsOfVariable(key, member, { secret })
  );
}

/**
 * The secrets that a request carries by itself: tokens and keys in its headers
 * and the fields of its auth. Cookies are not among them: their values, such
 * as `dark`, turn up everywhere; they are masked by field.
 */
export function secretsOfRequest(request: RenderedRequest): string[] {
  const secrets: string[] = [];
  for (const [name, value] of request.headers) {
    if (/cookie$/i.test(name) || !isSecretField(name)) continue;
    secrets.push(
      ...(/authorization$/i.test(name) ? credentials(value) : [value.trim()]),
    );
  }
  secrets.push(...request.authSecrets ?? []);
  if (request.auth) secrets.push(...secretsOf(request.auth));
  return secrets;
}

/**
 * Of an Authorization header: a value of one word, or the word after the
 * scheme; of Basic auth the pair and the password too. Longer ones, such as Digest, are signatures of one request.
 */
function credentials(value: string): string[] {
  const words = value.trim().split(/\s+/);
  const rest = words.at(-1)!;
  if (words.length === 1) return [rest];
  if (words.length > 2) return [];
  if (words[0].toLowerCase() !== "basic") return [rest];
  let pair: string;
  try {
    pair = new TextDecoder().decode(
      Uint8Array.from(atob(rest), (character) => character.charCodeAt(0)),
    );
  } catch {
    return [rest];
  }
  const colon = pair.indexOf(":");
  return colon < 0 ? [rest] : [rest, pair, pair.slice(colon + 1)];
}
