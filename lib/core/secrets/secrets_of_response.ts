import { secretCookies } from "./cookie_values.ts";
import { fieldValues } from "./field_values.ts";
import { isLikeKey } from "./hidden_names.ts";
import { isSecretVariable } from "./secret_field.ts";

/** So much of a body is looked at: a login's response is short. */
const MAX_BYTES = 1024 * 1024;
/** Types of content that have fields; a body without a type may have them, too. */
const WITH_FIELDS = /^$|json|text|xml|urlencoded/i;
const DECODER = new TextDecoder();

/** What of a response can hold secrets. */
interface Answer {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Content after decoding. */
  readonly body: Uint8Array;
}

/**
 * The values of a response's fields whose names say that they hold a secret,
 * such as the token of a login, and of its cookies. A value that is no key, such
 * as the word in `{"password": "required"}`, would hide that word everywhere.
 */
export function secretsOfResponse(
  answer: Answer,
): { name: string; value: string }[] {
  return [...secretCookies(answer.headers), ...secretsOfBody(answer)];
}

function secretsOfBody(
  { headers, body }: Answer,
): { name: string; value: string }[] {
  if (body.length === 0) return [];
  const type = headers.find(([name]) => name.toLowerCase() === "content-type");
  if (!WITH_FIELDS.test(type?.[1] ?? "")) return [];
  const text = DECODER.decode(body.subarray(0, MAX_BYTES));
  return fieldValues(
    text,
    (name, value, kind) =>
      kind !== "script" && kind !== "pair" && isSecretVariable(name, value),
  )
    .map(({ name, range: [from, to] }) => ({
      name,
      value: plain(text.slice(from, to)),
    })).filter(({ value }) => isLikeKey(value));
}

/** A value without the escapes of JSON. */
function plain(value: string): string {
  if (!value.includes("\\")) return value;
  try {
    return JSON.parse(`"${value}"`);
  } catch {
    return value;
  }
}
