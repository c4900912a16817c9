import type { AuthType } from "../collection/types.ts";
import { isSecretField } from "../secrets/secret_field.ts";
import { SECRET_AUTH_FIELDS } from "../secrets/secrets_of_auth.ts";
import type { FileAuth, FileRow } from "./open_collection.ts";
import type { SecretValues } from "./secret_values.ts";

/** Headers that say how a request authenticates, or as whom it goes. */
const CREDENTIALS = /^(?:proxy-)?authorization$|^cookie$/i;

/** Rows without the values that are secret by the names of their headers or parameters. */
export function hideRows<Row extends FileRow>(
  rows: readonly Row[],
  secrets: SecretValues,
): Row[] {
  return rows.map((row) =>
    CREDENTIALS.test(row.name) || isSecretField(row.name)
      ? { ...row, value: secrets.hide(row.name, row.value) }
      : row
  );
}

/** Auth without the values of its secret fields. */
export function hideAuth(auth: FileAuth, secrets: SecretValues): FileAuth {
  if (typeof auth === "string") return auth;
  const fields = SECRET_AUTH_FIELDS[auth.type as AuthType] ?? [];
  return {
    ...auth,
    ...hideFields(auth, "", { type: auth.type, fields, secrets }),
  };
}

/** Settings of a collection without passwords and passphrases. */
export function hideSettings(value: unknown, secrets: SecretValues): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => hideSettings(one, secrets));
  }
  if (!isMapping(value)) return value;
  const hidden: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    hidden[key] = typeof member === "string" && isSecretField(key)
      ? secrets.hide(key, member)
      : hideSettings(member, secrets);
  }
  return hidden;
}

function hideFields(
  mapping: Record<string, unknown>,
  prefix: string,
  { type, fields, secrets }: {
    type: string;
    fields: readonly string[];
    secrets: SecretValues;
  },
): Record<string, unknown> {
  const hidden: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(mapping)) {
    const path = prefix + key;
    if (typeof value === "string" && fields.includes(path)) {
      hidden[key] = secrets.hide(`${type} ${key}`, value);
    } else if (isMapping(value)) {
      const inside = { type, fields, secrets };
      hidden[key] = { ...value, ...hideFields(value, `${path}.`, inside) };
    }
  }
  return hidden;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
