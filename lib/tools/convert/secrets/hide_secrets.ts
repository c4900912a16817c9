import { decodeComponent } from "../../../core/render/encode.ts";
import { unescaped } from "../../../core/secrets/secrets_of.ts";
import type { AuthType } from "../../../core/collection/types.ts";
import {
  isSecretField,
  isSecretVariable,
} from "../../../core/secrets/secret_field.ts";
import { SECRET_AUTH_FIELDS } from "../../../core/secrets/secrets_of_auth.ts";
import type {
  FileAuth,
  FilePart,
  FileRow,
  FileVariable,
} from "../open_collection.ts";
import { angledMasks, isMasked } from "./masks.ts";
import { isSecretText, type SecretValues } from "./secret_values.ts";
import { asLiteral } from "../text_body.ts";
import {
  isHiddenDefinition,
  isHiddenField,
  isHiddenVariable,
  isLikeKey,
} from "../../../core/secrets/hidden_names.ts";
import { fieldValues } from "../../../core/secrets/field_values.ts";

/** Rows without the values that are secret by the names of their headers or parameters, or inside of their texts. */
export function hideRows<
  Row extends Pick<FilePart, "name" | "value"> & { type?: string },
>(
  rows: readonly Row[],
  secrets: SecretValues,
  kind: TextKind = {},
): Row[] {
  return rows.map((row) => {
    // Names of files.
    if (typeof row.value !== "string" || row.type === "file") return row;
    // A path parameter is encoded in any case.
    const own = row.type === "path" ? {} : kind;
    const value = isHiddenField(row.name, row.value)
      ? hideValue({ name: row.name, value: row.value }, secrets, own)
      : hideText(row.value, secrets);
    return { ...row, value };
  });
}

/** Auth without the values of its secret fields. */
export function hideAuth(auth: FileAuth, secrets: SecretValues): FileAuth {
  if (typeof auth === "string") return auth;
  const fields = SECRET_AUTH_FIELDS[auth.type as AuthType] ?? [];
  const { additionalParameters: along } = auth;
  return {
    ...auth,
    ...hideFields(auth, "", { type: auth.type, fields, secrets }),
    ...(isMapping(along) && {
      additionalParameters: Object.fromEntries(
        Object.entries(along).map(([request, rows]) => [
          request,
          Array.isArray(rows)
            ? rows.map((row) => isRow(row) ? hideRows([row], secrets)[0] : row)
            : rows,
        ]),
      ),
    }),
  };
}

function isRow(value: unknown): value is FileRow {
  return isMapping(value) && typeof value.name === "string";
}

/** Settings of a collection without passwords and passphrases. */
export function hideSettings(value: unknown, secrets: SecretValues): unknown {
  if (typeof value === "string") return hideText(value, secrets);
  if (Array.isArray(value)) {
    return value.map((one) => hideSettings(one, secrets));
  }
  if (!isMapping(value)) return value;
  const hidden: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    hidden[key] = typeof member === "string" && isHiddenField(key, member)
      ? secrets.hide(key, member)
      : hideSettings(member, secrets);
  }
  return hidden;
}

/** Variables without the values of those that are secret by their names, or by where they are sent; `scope` tells apart what several environments call alike. */
export function hideVariables(
  variables: readonly FileVariable[],
  secrets: SecretValues,
  scope = "",
): FileVariable[] {
  return variables.map((variable) => {
    const { name, value, secret } = variable;
    if (secret) {
      secrets.notePresent(variable);
      return variable;
    }
    const text = scalarText(value);
    const isHidden = isHiddenDefinition(name, text ?? "") ||
      text !== undefined && isSecretText(text) && secrets.isSent(name, text);
    if (!isHidden) {
      return value === undefined
        ? variable
        : { ...variable, value: hideData(value, secrets, name) };
    }
    if (text === undefined) {
      return {
        ...variable,
        value: hideData(value, secrets, name),
        secret: true,
      };
    }
    if (text === "") return variable;
    // A secret's name masks a value of elsewhere. Marked as secret, it would be
    // empty in Bruno, whose app keeps the values of secrets.
    return text.includes("{{")
      ? {
        ...variable,
        value: secrets.hide(name, text),
        ...(!isSecretVariable(name) && { secret: true }),
      }
      : { ...variable, ...secrets.variable(name, text, scope) };
  });
}

/** A text, a typed value, or data with texts. */
function hideData(
  value: unknown,
  secrets: SecretValues,
  name?: string,
): unknown {
  if (typeof value === "string") {
    // In a list only what looks like a key: others may be words.
    return name !== undefined && isLikeKey(value) &&
        isHiddenVariable(name, value)
      ? secrets.hide(name, value)
      : hideText(value, secrets);
  }
  if (isTyped(value)) {
    return { ...value, data: hideText(value.data, secrets, { json: true }) };
  }
  if (Array.isArray(value)) {
    return value.map((one) => hideData(one, secrets, name));
  }
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const text = scalarText(one);
      const hidden = text === undefined || !isHiddenVariable(key, text)
        ? hideData(one, secrets, key)
        : secrets.hide(key, text);
      return [key, hidden];
    }),
  );
}

/** The text of a text, a number or a typed one of them; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return isTyped(value) && /^(?:string|number)$/.test(value.type)
    ? value.data
    : undefined;
}

function isTyped(value: unknown): value is { type: string; data: string } {
  return isMapping(value) && typeof value.type === "string" &&
    typeof value.data === "string" && Object.keys(value).length === 2;
}

/** Whose secrets the fields beside them are. */
const OWNER_FIELDS = ["username", "clientId", "consumerKey", "accessKeyId"];

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
  const of = OWNER_FIELDS.map((it) => mapping[it])
    .find((it) => typeof it === "string");
  for (const [key, value] of Object.entries(mapping)) {
    const path = prefix + key;
    if (typeof value === "string" && fields.includes(path)) {
      hidden[key] = secrets.hide(`${type} ${key}`, value, { ...of && { of } });
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

/** How a template is written. */
interface TextKind {
  /** A value in quotes is escaped as JSON has it, and rendered so again. */
  readonly json?: boolean;
  /** What is inserted is percent-encoded: it is kept decoded. */
  readonly encoded?: boolean;
  /** What is inserted goes into a query or a form as it is: it is kept percent-encoded. */
  readonly escaped?: boolean;
  /** Arguments of GraphQL are fields, too. */
  readonly graphql?: boolean;
}

const PLACEHOLDER = /\{\{(?:'\{\{'|[^{}])*\}\}/g;
/** `password: "abc"` without quotes around the name, `$password: String = "abc"`, and both with a block string. */
const ARGUMENT =
  /\b([A-Za-z_]\w{0,99})\s{0,20}:\s{0,20}(?:[\w[\]!]{1,99}\s{0,20}=\s{0,20})?(?:"""((?:[^"\\]|\\[^]|"(?!""))*)"""|"((?:[^"\\\n]|\\.)*)")/dg;

/** A query of GraphQL as JSON has it. */
const QUERY = /"query"\s{0,20}:\s{0,20}"((?:[^"\\]|\\[^])*)"/dg;
/** The same in there, whose quotes are escaped. */
const ARGUMENT_IN_JSON =
  /\b([A-Za-z_]\w{0,99})(?:\s|\\[nrt]){0,20}:(?:\s|\\[nrt]){0,20}(?:[\w[\]!]{1,99}(?:\s|\\[nrt]){0,20}=(?:\s|\\[nrt]){0,20})?(?:\\"\\"\\"((?:[^"\\]|\\[^"\\]|\\\\(?:[^"\\]|\\[^])|\\"(?!\\"\\"))*)\\"\\"\\"|\\"((?:[^"\\]|\\[^"\\]|\\\\(?:[^"\\]|\\[^]))*)\\")/dg;

interface Found {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

/** A text without the values of fields that the masker would mask: pairs, members, elements, passwords of URLs. */
export function hideText(
  text: string,
  secrets: SecretValues,
  kind: TextKind = {},
): string {
  // A body may be without one.
  if (text === undefined) return text;
  if (secrets.isNoting && !text.includes("{{")) return text;
  let out = "";
  let end = 0;
  for (const { name, from, to, quoted } of found(text, kind)) {
    if (from < end) continue;
    const value = text.slice(from, to);
    const placeholder = kind.json && quoted
      ? secrets.hide(name || "password", unescaped(value))
      : hideValue({ name, value }, secrets, kind);
    out += text.slice(end, from) + placeholder;
    end = to;
  }
  return end === 0 ? text : out + text.slice(end);
}

function hideValue(
  { name, value }: { readonly name: string; readonly value: string },
  secrets: SecretValues,
  { encoded, escaped }: TextKind,
): string {
  const read = decodeComponent(value);
  if (isMasked(read)) return secrets.hide(name || "password", read);
  // Brace encodes no password before a host.
  if (encoded && name !== "") {
    return secrets.hide(name, value.includes("{{") ? read : asLiteral(read));
  }
  const isEncoded = (escaped || encoded) === true && read !== value;
  return secrets.hide(name || "password", value, { isEncoded });
}

/** Whether a text has a secret with percent-encoded characters that a name tells of. */
export function hasEncodedSecret(text: string): boolean {
  return found(text, {}).some(({ name, from, to }) => {
    const value = text.slice(from, to);
    return name !== "" && decodeComponent(value) !== value;
  });
}

/** In order. A placeholder that a value ends in belongs to it. */
function found(text: string, { graphql, json }: TextKind): Found[] {
  const values: Found[] = [
    ...fieldValues(text, isSecretField),
    ...angledMasks(text).map((one) => ({ ...one, kind: "pair" })),
  ]
    .filter(({ name, range: [from, to] }) =>
      name === "" || isHiddenField(name, text.slice(from, to))
    )
    .map(({ name, range: [from, to], kind }) => ({
      name: decodeComponent(name),
      from,
      to,
      quoted: kind !== "number",
    }));
  const addArguments = (pattern: RegExp, start: number, end: number) => {
    for (
      const { 1: name, indices } of text.slice(start, end).matchAll(pattern)
    ) {
      const [from, to] = (indices![2] ?? indices![3])!.map((at) => start + at);
      if (from < to && isHiddenVariable(name, text.slice(from, to))) {
        values.push({ name, from, to, quoted: true });
      }
    }
  };
  if (graphql) addArguments(ARGUMENT, 0, text.length);
  if (json) {
    for (const { 1: query, indices } of text.matchAll(QUERY)) {
      if (query.includes("{")) addArguments(ARGUMENT_IN_JSON, ...indices![1]!);
    }
  }
  values.sort((a, b) => a.from - b.from || b.to - a.to);
  const placeholders = [...text.matchAll(PLACEHOLDER)];
  let next = 0;
  return values.map((value) => {
    for (; next < placeholders.length; next++) {
      const { 0: placeholder, index } = placeholders[next];
      if (index + placeholder.length > value.from) break;
    }
    let { to } = value;
    for (let at = next; at < placeholders.length; at++) {
      const { 0: placeholder, index } = placeholders[at];
      if (index >= to) break;
      to = Math.max(to, index + placeholder.length);
    }
    return { ...value, to };
  });
}
