import { fieldValues } from "../../core/secrets/field_values.ts";
import {
  isSecretField,
  isSecretVariable,
} from "../../core/secrets/secret_field.ts";
import type { SecretValues } from "./secret_values.ts";

/** How a template is written. */
export interface TextKind {
  /** A value in quotes is escaped as JSON has it, and rendered so again. */
  readonly json?: boolean;
  /** What is inserted is percent-encoded: it is kept decoded. */
  readonly encoded?: boolean;
  /** Arguments of GraphQL are fields, too. */
  readonly graphql?: boolean;
}

const PLACEHOLDER = /\{\{(?:'\{\{'|[^{}])*\}\}/g;
/** `password: "abc"` without quotes around the name. */
const ARGUMENT =
  /\b([A-Za-z_]\w{0,99})\s{0,20}:\s{0,20}"((?:[^"\\\n]|\\.)*)"/dg;

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
  let out = "";
  let end = 0;
  for (const { name, from, to, quoted } of found(text, kind)) {
    if (from < end) continue;
    const value = text.slice(from, to);
    const read = kind.json && quoted
      ? unescaped(value)
      : kind.encoded
      ? decoded(value)
      : value;
    out += text.slice(end, from) + secrets.hide(name || "password", read);
    end = to;
  }
  return end === 0 ? text : out + text.slice(end);
}

/** In order. A placeholder that a value ends in belongs to it. */
function found(text: string, { graphql }: TextKind): Found[] {
  const values: Found[] = fieldValues(text, isSecretField)
    .map(({ name, range: [from, to], kind }) => ({
      name: decoded(name),
      from,
      to,
      quoted: kind !== "number",
    }));
  if (graphql) {
    for (const { 1: name, indices } of text.matchAll(ARGUMENT)) {
      const [from, to] = indices![2]!;
      if (from < to && isSecretVariable(name)) {
        values.push({ name, from, to, quoted: true });
      }
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

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
