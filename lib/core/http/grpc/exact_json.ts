import { type Node, parseTree } from "jsonc-parser";
import { protobuf, protoName, type ProtoType } from "./protobuf.ts";

/** What JSON.parse gives. */
export type ExactJson = null | boolean | number | string | ExactJson[] | {
  [key: string]: ExactJson;
};

/** Integers that JavaScript's numbers cannot hold have 16 digits and more. */
export const LONG_DIGITS = /\d{16}/;
const LONG = new Set(["int64", "sint64", "sfixed64", "uint64", "fixed64"]);
const WRAPPERS = new Set([
  ".google.protobuf.Int64Value",
  ".google.protobuf.UInt64Value",
]);

/**
 * Parses the JSON text of a message; integers of 64 bits keep their digits, as
 * texts, which protobufjs takes as well.
 *
 * @throws {Error} It is no JSON, or a key stands twice.
 */
export function exactJson(type: ProtoType, text: string): ExactJson {
  if (twinOf(parseTree(text))) throw new Error("a key stands twice");
  if (!LONG_DIGITS.test(text)) return JSON.parse(text);
  const digits = JSON.parse(
    text,
    (_key, value, context?: { source?: string }) =>
      typeof value === "number" && !Number.isSafeInteger(value) &&
        /^-?\d+$/.test(context?.source ?? "")
        ? context!.source
        : value,
  );
  return withDigits(type, JSON.parse(text), digits);
}

function withDigits(
  type: protobuf.ReflectionObject | string | null,
  json: ExactJson,
  digits: ExactJson,
): ExactJson {
  if (typeof type === "string") return LONG.has(type) ? digits : json;
  if (!(type instanceof protobuf.Type)) return json;
  if (WRAPPERS.has(type.fullName)) return digits;
  if (type.fullName === ".google.protobuf.Any" && isObject(json)) {
    const url = String(json["@type"]);
    const inner = lookup(type.root, url.slice(url.lastIndexOf("/") + 1));
    return inner ? withDigits(inner, json, digits) : json;
  }
  if (!isObject(json) || !isObject(digits)) return json;
  const fields = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const field = fields.get(key);
      return [key, field ? exactField(field, value, digits[key]) : value];
    }),
  );
}

function exactField(
  field: protobuf.Field,
  json: ExactJson,
  digits: ExactJson,
): ExactJson {
  const inner = field.resolvedType ?? field.type;
  if (Array.isArray(json)) {
    return json.map((it, i) =>
      withDigits(inner, it, (digits as ExactJson[])[i])
    );
  }
  if (!field.map || !isObject(json)) return withDigits(inner, json, digits);
  const values = digits as { [key: string]: ExactJson };
  return Object.fromEntries(
    Object.entries(json).map((
      [key, value],
    ) => [key, withDigits(inner, value, values[key])]),
  );
}

/** The second key of the same name in one object. */
export function twinOf(tree: Node | undefined): Node | undefined {
  const open = tree ? [tree] : [];
  for (const node of open) {
    const names = new Set<string>();
    for (const child of node.children ?? []) {
      open.push(child);
      if (node.type !== "object") continue;
      const [key] = child.children!;
      if (names.has(key.value)) return key;
      names.add(key.value);
    }
  }
  return undefined;
}

/** A type's fields by every name that ProtoJSON takes. */
export function fieldsOf(type: ProtoType): Map<string, protobuf.Field> {
  let fields = known.get(type);
  if (fields === undefined) {
    fields = new Map();
    for (const field of type.fieldsArray) {
      const { jsonName } = field.resolve() as unknown as { jsonName: string };
      const extended = field.declaringField as protobuf.Field | null;
      if (extended) {
        fields.set(`[${protoName(extended)}]`, field);
      } else fields.set(jsonName, field).set(field.name, field);
    }
    known.set(type, fields);
  }
  return fields;
}

const known = new WeakMap<ProtoType, Map<string, protobuf.Field>>();

function lookup(root: protobuf.Root, name: string): ProtoType | undefined {
  const found = root.lookup(name);
  return found instanceof protobuf.Type ? found : undefined;
}

/** Whether JSON is an object. */
export function isObject(
  json: ExactJson,
): json is { [key: string]: ExactJson } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
