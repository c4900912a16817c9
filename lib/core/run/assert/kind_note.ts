import { isJsonPath } from "../../assertion/select_fast.ts";
import type { Actual } from "../../assertion/types.ts";
import type { Assertion } from "../../collection/types.ts";
import { BRU_FORMAT, hasExtension } from "../../collection/format.ts";
import { dataFormat } from "../../plan/read_rows.ts";
import type { DataUse } from "../../plan/types.ts";
import type { Text } from "../../source/origin.ts";
import type { Scopes } from "../../scope/scopes.ts";
import type { Value } from "../../scope/value/value.ts";
import { templateOf } from "../../template/template_of.ts";
import type { PlaceholderPart } from "../../template/types.ts";

/** Both sides of an assertion. */
interface Sides {
  readonly actual: Actual;
  readonly expected: Value | undefined;
}

/**
 * Why values that read the same are not equal, and what helps: one is text,
 * and the other is not. Undefined where that is not the reason.
 */
export function kindNote(
  assertion: Assertion,
  { actual, expected }: Sides,
  { scopes, data }: {
    readonly scopes: Scopes;
    readonly data?: DataUse | undefined;
  },
): string | undefined {
  const { operator, value: right } = assertion;
  if (operator !== "eq" || right === undefined) return undefined;
  const [is, wants] = [kindOf(actual), kindOf(expected)];
  if (is === undefined || wants === undefined) return undefined;
  if ((is === TEXT) === (wants === TEXT)) return undefined;
  if (String(actual) !== String(expected)) return undefined;
  const why = `the expected value is ${wants}, the actual one ${is}`;
  const { placeholders } = templateOf(right);
  const help = placeholders.length === 0
    ? wants === TEXT
      ? `without the quotes around it, ${expected} is ${is}`
      : inQuotes(right)
    : [
      ...wants === TEXT ? typedField(placeholders, { scopes, data }, is) : [],
      ...wants === TEXT ? unquoted(placeholders, scopes, expected) : [],
      isFlag(placeholders, scopes)
        ? "a flag's value is text; the operator in passes with the flag and without it"
        : comparable(assertion.expression, right, [wants, is]),
    ].join(", or ");
  return `${why}: ${help}`;
}

const TEXT = "text";
const NUMBER = "a number";

function kindOf(value: Actual): string | undefined {
  switch (typeof value) {
    case "string":
      return TEXT;
    case "number":
    case "bigint":
      return NUMBER;
    case "boolean":
      return "a boolean";
    default:
      return value === null ? "null" : undefined;
  }
}

/** What makes values of two kinds one: a call around the actual one or, where JSONPath has none, another reading of the expected one. */
function comparable(
  { text: left }: Text,
  right: Text,
  [wants, is]: readonly [wants: string, is: string],
): string {
  const call = wants === TEXT ? "String" : wants === NUMBER ? "Number" : "";
  if (call !== "" && !isJsonPath(left)) {
    return `compare with ${call}(${left.trim()})`;
  }
  return wants === TEXT
    ? `the operator in reads the text as ${is}`
    : inQuotes(right);
}

/** How a file has the expected value as text: YAML takes quotes of its own away. */
function inQuotes({ text, at }: Text): string {
  const quoted = `'${text.trim()}'`;
  return hasExtension(at.file, BRU_FORMAT)
    ? `in quotes, ${quoted} is text`
    : `for text, write value: ${JSON.stringify(quoted)}`;
}

/** Whether a flag gave the value: a call around the actual one would fail where the flag is left out and a file gives the value. */
function isFlag(
  [{ text: name }]: readonly PlaceholderPart[],
  scopes: Scopes,
): boolean {
  return scopes.find(name)?.from === "flag";
}

/** A field of CSV is text, unless its column says what else it is; text of JSON and YAML is one by its quotes. */
function typedField(
  [{ text: name }]: readonly PlaceholderPart[],
  { scopes, data }: {
    readonly scopes: Scopes;
    readonly data?: DataUse | undefined;
  },
  kind: string,
): string[] {
  if (scopes.find(name)?.from !== "row") return [];
  const format = dataFormat(data?.file ?? "");
  return format !== undefined && format !== "csv"
    ? [`in ${data?.file}, write the value of ${name} without quotes`]
    : [`in CSV, name the column "${name}:${kind.replace(/^an? /, "")}"`];
}

/** A value of a YAML file is text by its quotes. */
function unquoted(
  [{ text: name }]: readonly PlaceholderPart[],
  scopes: Scopes,
  expected: Value | undefined,
): string[] {
  const { at, from, value } = scopes.find(name) ?? {};
  if (!at || from !== undefined || value !== expected) return [];
  return /\.ya?ml$/.test(at.file)
    ? [`write the value of ${name} in ${at.file} without quotes`]
    : [];
}
