import type { Json } from "../embedded/page/workbench/api.ts";
import {
  parseTypedValue,
  type TypedValueType,
  VALUE_TYPES,
} from "../core/collection/read/read_value.ts";
import { isPlainObject } from "../core/source/plain_value.ts";
import type { Value } from "../core/scope/value/value.ts";
import {
  numberAsWritten,
  WrittenNumber,
} from "../core/scope/value/written_number.ts";
import { matched } from "../tools/edit/matched.ts";

type Keys = readonly (string | number)[];
type Row = Readonly<Record<string, Json>>;

/** What a file says, and how it writes it. */
export interface WrittenDocument {
  readonly document: Json;
  /** A scalar as the file has it: `1.10` where the document has 1.1. */
  written(keys: Keys): string | undefined;
}

/** Where a document has variables: an environment, a folder or collection, a request. */
const LISTS = [["variables"], ["request", "variables"], [
  "runtime",
  "variables",
]] as const;

/**
 * A document as its form shows it: a variable that is more than a text has its
 * kind beside it, `{type, data}`, and its text as the file writes it. So a
 * person sees the kind and keeps it, and no number goes through JavaScript's.
 */
export function withKinds({ document, written }: WrittenDocument): Json {
  return inLists(document, (rows, keys) =>
    rows.map((row, index) => {
      const { value } = row;
      if (value === undefined) return row;
      const at = [...keys, index, "value"];
      return { ...row, value: shownValue(value, at, written) };
    }));
}

/** A variable whose value does not fit the kind that it has in its file. */
export interface UnfitValue {
  readonly message: string;
  readonly keys: Keys;
}

/**
 * A form's document as its file is to have it: what `withKinds` made of a value
 * of the file is that value again, and what a person typed in its place is one
 * of the kind that they chose. Gives what does not fit its kind, too.
 */
export function withoutKinds(
  form: Json,
  base: WrittenDocument,
): { readonly document: Json; readonly unfit?: UnfitValue } {
  let unfit: UnfitValue | undefined;
  const before = withKinds(base);
  const document = inLists(form, (rows, keys) => {
    const own = rowsAt(base.document, keys);
    const shown = rowsAt(before, keys);
    const found = matched(shown, rows, [
      (row) => JSON.stringify(row),
      ({ name }) => typeof name === "string" ? name : undefined,
    ], () => true);
    return rows.map((row, index) => {
      const at = found[index];
      const { value } = row;
      if (at === undefined || value === undefined) return row;
      const was = own[at].value;
      if (JSON.stringify(value) === JSON.stringify(shown[at].value)) {
        return { ...row, value: was };
      }
      const { type, data } = typed(value) ?? {};
      const isPlain = was !== undefined && typeof was !== "string" &&
        typed(was) === undefined;
      // A template stands for what it will be.
      if (!isPlain || typeof data !== "string" || data.includes("{{")) {
        return row;
      }
      const next = parseTypedValue(type!, data);
      if (typeof next === "string" && type !== "string") {
        unfit ??= {
          message: `Cannot write "${row.name}": its value is not ${
            KIND_WORDS[type!]
          } (change it, or choose another kind, such as "Text")`,
          keys: [...keys, index, "value", "data"],
        };
        return row;
      }
      const plain = asPlain(next, [...keys, at, "value"], base.written);
      return plain === undefined ? row : { ...row, value: plain };
    });
  });
  return { document, ...(unfit && { unfit }) };
}

const KIND_WORDS: Readonly<Record<TypedValueType, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  null: "null",
  object: "an object in JSON",
  array: "an array in JSON",
};

function shownValue(
  value: Json,
  keys: Keys,
  written: WrittenDocument["written"],
): Json {
  const own = typed(value);
  if (own) {
    const { data } = own;
    if (typeof data === "string") return value;
    const text = shownText(data, [...keys, "data"], written);
    return { ...value as Row, data: text };
  }
  if (typeof value === "string") return value;
  // Nothing is empty text; a null that is written out is null.
  if (value === null && written(keys) === undefined) return value;
  const text = shownText(value, keys, written);
  const type = value === null
    ? "null"
    : Array.isArray(value)
    ? "array"
    : typeof value;
  // Brace takes what JSON cannot write, such as 010, for text.
  if (type === "number" && numberAsWritten(text) === undefined) return text;
  return { type, data: text };
}

/** A value as JSON, its numbers as the file writes them. */
function shownText(
  value: Json,
  keys: Keys,
  written: WrittenDocument["written"],
): string {
  if (typeof value === "number") return written(keys) ?? String(value);
  if (Array.isArray(value)) {
    const all = value.map((one, index) =>
      memberText(one, [...keys, index], written)
    );
    return `[${all.join(",")}]`;
  }
  if (!isPlainObject(value)) return String(value);
  const all = Object.entries(value as Row).map(([key, one]) =>
    `${JSON.stringify(key)}:${memberText(one, [...keys, key], written)}`
  );
  return `{${all.join(",")}}`;
}

function memberText(
  value: Json,
  keys: Keys,
  written: WrittenDocument["written"],
): string {
  if (typeof value === "string") return JSON.stringify(value);
  const text = shownText(value, keys, written);
  return typeof value === "number" && numberAsWritten(text) === undefined
    ? JSON.stringify(text)
    : text;
}

/** A value as data of a file; undefined where that would not keep a number's digits, which `{type, data}` does. */
function asPlain(
  value: Value,
  keys: Keys,
  written: WrittenDocument["written"],
): Json | undefined {
  if (typeof value === "bigint" || value instanceof WrittenNumber) {
    return written(keys) === String(value) ? Number(value) : undefined;
  }
  if (Array.isArray(value)) {
    const all = value.map((one, index) =>
      asPlain(one, [...keys, index], written)
    );
    return all.includes(undefined) ? undefined : all as Json[];
  }
  if (!isPlainObject(value)) return value as Json;
  const members: [string, Json][] = [];
  for (const [key, one] of Object.entries(value)) {
    const member = asPlain(one as Value, [...keys, key], written);
    if (member === undefined) return undefined;
    members.push([key, member]);
  }
  return Object.fromEntries(members);
}

/** OpenCollection's `{type, data}`; undefined for any other value. */
function typed(
  value: Json,
): { readonly type: TypedValueType; readonly data: Json } | undefined {
  if (!isPlainObject(value)) return undefined;
  const { type, data } = value as Row;
  const known = VALUE_TYPES.find((one) => one === type);
  return known === undefined || data === undefined ||
      Object.keys(value).length !== 2
    ? undefined
    : { type: known, data };
}

/** A document with other rows of variables. */
function inLists(
  document: Json,
  change: (rows: readonly Row[], keys: Keys) => readonly Json[],
): Json {
  let now = document;
  for (const keys of LISTS) {
    const rows = rowsAt(document, keys);
    if (rows.length > 0) now = withRows(now, keys, change(rows, keys));
  }
  return now;
}

/** The rows of a list in which each is a mapping. */
function rowsAt(document: Json, keys: Keys): readonly Row[] {
  let now: Json | undefined = document;
  for (const key of keys) {
    now = isPlainObject(now) ? (now as Row)[key] : undefined;
  }
  return Array.isArray(now) && now.every(isPlainObject) ? now as Row[] : [];
}

function withRows(document: Json, keys: Keys, rows: readonly Json[]): Json {
  const [key, ...rest] = keys;
  if (key === undefined) return rows;
  const own = document as Row;
  return { ...own, [key]: withRows(own[key], rest, rows) };
}
