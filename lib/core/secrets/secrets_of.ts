import type { Value } from "../scope/value/value.ts";
import { WrittenNumber } from "../scope/value/written_number.ts";
import { fieldValues } from "./field_values.ts";
import { isSecretVariable } from "./secret_field.ts";

/** The part of a rendered request in which fields hold secrets. */
export interface SecretCarrier {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?:
    | { readonly type: "text"; readonly text: string }
    | {
      readonly type: "multipart";
      readonly parts: readonly {
        readonly name: string;
        readonly value?: string;
      }[];
    }
    | { readonly type: "bytes" | "file" };
  readonly authHeaders: readonly string[];
  readonly authSecrets?: readonly string[];
}

/** Longer bodies are data; what they hold in known fields is masked by field. */
const MAX_BODY_LENGTH = 1024 * 1024;

/**
 * The secrets in a variable: every text and number of one that is secret as a
 * whole, else those whose name says so (`password`, `config.apiKey`). Texts
 * that are templates say nothing before they are rendered.
 */
export function secretsOfVariable(
  name: string,
  value: Value,
  options: { readonly secret: boolean; readonly template?: boolean },
): string[] {
  const text = typeof value === "string" ? value : undefined;
  const secret = options.secret || isSecretVariable(name, text);
  switch (typeof value) {
    case "string":
      return secret && !(options.template && value.includes("{{"))
        ? [value]
        : [];
    case "number":
    case "bigint":
      return secret ? [String(value)] : [];
    case "boolean":
      return [];
  }
  if (value === null) return [];
  if (value instanceof Date) return secret ? [value.toISOString()] : [];
  if (value instanceof WrittenNumber) {
    return secret ? [value.text, String(value.toJSON())] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => secretsOfVariable(name, item, options));
  }
  // A name says nothing about the members: `session.user` is not a secret.
  return Object.entries(value).flatMap(([key, member]) =>
    secretsOfVariable(key, member, options)
  );
}

/** Every text and number in a value. */
export function leavesOf(value: Value, template = false): string[] {
  return secretsOfVariable("", value, { secret: true, template });
}

/**
 * The secrets that a request carries by itself: what auth put in, and the
 * values of headers, query parameters and fields for secrets. Cookies are not
 * among them: their values, such as `dark`, turn up everywhere; they are masked
 * by field.
 */
export function secretsOfRequest(request: SecretCarrier): string[] {
  const secrets = [...request.authSecrets ?? []];
  for (const [name, value] of request.headers) {
    if (/authorization$/i.test(name)) secrets.push(...credentials(value));
    else if (!/cookie$/i.test(name) && isSecretVariable(name, value)) {
      secrets.push(value.trim());
    }
  }
  secrets.push(...secretsOfText(request.url));
  const { body } = request;
  if (body?.type === "text" && body.text.length <= MAX_BODY_LENGTH) {
    secrets.push(...secretsOfText(body.text));
  } else if (body?.type === "multipart") {
    for (const { name, value } of body.parts) {
      if (value !== undefined && isSecretVariable(name, value)) {
        secrets.push(value);
      }
    }
  }
  return secrets;
}

/** The values of fields for secrets, with their escapes undone. */
function secretsOfText(text: string): string[] {
  return fieldValues(text, isSecretVariable).map(({ kind, range }) => {
    const value = text.slice(...range);
    switch (kind) {
      case "pair":
      case "userinfo":
        return new URLSearchParams(`=${value}`).get("") ?? value;
      case "json":
        return unescaped(value);
      case "number":
      case "script":
      case "xml":
        return value;
      default:
        return kind satisfies never;
    }
  });
}

/** The text of a JSON string as it stands between its quotes; as written where it is none. */
export function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}

/**
 * An object that a script joined with text, also behind an auth scheme and in a
 * URL: it says what is wrong with the script. A decoded parameter ends at its blank.
 */
export const JOINED_OBJECT =
  /^(?:[\w-]+\s+)?(?:\[|%5b)object(?:(?: |\+|%20)\w+(?:\]|%5d))?$/i;

/** A header without its credential. */
const SCHEME = /^(?:bearer|basic|digest|token|negotiate|ntlm)$/i;

/**
 * Of an Authorization header: a value of one word, or the word after the
 * scheme; of Basic auth the password, and the pair too where that is short.
 * Longer ones, such as Digest, are signatures of one request.
 */
function credentials(value: string): string[] {
  const credential = value.trim();
  // Its blank does not part a scheme from a credential.
  if (JOINED_OBJECT.test(credential)) return [];
  const words = credential.split(/\s+/);
  const rest = words.at(-1)!;
  if (words.length === 1) return SCHEME.test(rest) ? [] : [rest];
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
  return colon < 0 ? [rest] : [rest, ...basicSecrets(pair, colon)];
}

/** The user's name is not a secret, but the pair is where the password is too short to be found. */
function basicSecrets(pair: string, colon: number): string[] {
  const password = pair.slice(colon + 1);
  return password.length < 4 ? [pair] : [password];
}
