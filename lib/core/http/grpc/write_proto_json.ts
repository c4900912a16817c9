import { protobuf, protoName, type ProtoType } from "./protobuf.ts";
import type { Value } from "../../scope/value/value.ts";

/** A message as protobufjs decodes it. */
type Fields = Readonly<Record<string, unknown>>;

/** Finds the type of a message in an `Any`, by its full name. */
export type TypeLookup = (name: string) => ProtoType | undefined;

/** A message that does not go into ProtoJSON, such as a timestamp beyond the year 9999. */
export class UnwritableError extends Error {}

interface Writing {
  readonly lookup: TypeLookup;
  readonly depth: number;
}

/** How deep messages may lie in one another, as protobuf itself has it. */
const MAX_DEPTH = 100;
const MAX_FLOAT = 3.4028234663852886e38;
const LONG = new Set(["int64", "sint64", "sfixed64", "uint64", "fixed64"]);

/**
 * Writes a message as ProtoJSON says. (protobufjs' own writer gives a `float`
 * the digits of a double, and fails at an `Any` whose type nobody knows, of
 * which this one shows the bytes: no upstream issue known.)
 *
 * @throws {Error} The bytes are no such message, or one that ProtoJSON cannot hold.
 */
export function writeProtoJson(
  type: ProtoType,
  bytes: Uint8Array,
  lookup: TypeLookup,
): Value {
  return messageValue(type, decoded(type, bytes), { lookup, depth: 0 });
}

function decoded(type: ProtoType, bytes: Uint8Array): Fields {
  return type.decode(bytes) as unknown as Fields;
}

function messageValue(
  type: ProtoType,
  message: Fields,
  { lookup, depth }: Writing,
): Value {
  if (depth > MAX_DEPTH) {
    throw new UnwritableError(`it is nested more than ${MAX_DEPTH} times`);
  }
  const inside = { lookup, depth: depth + 1 };
  const known = WELL_KNOWN.get(type.fullName);
  if (known) return known(message, inside, type);
  const out: Record<string, Value> = {};
  for (const field of type.fieldsArray) {
    field.resolve();
    const value = message[field.name];
    if (value === undefined || value === null) continue;
    const written = fieldValue(field, value, message, inside);
    if (written !== undefined) set(out, jsonNameOf(field), written);
  }
  return out;
}

/** What a field has; undefined where ProtoJSON leaves it out. */
function fieldValue(
  field: protobuf.Field,
  value: unknown,
  message: Fields,
  writing: Writing,
): Value | undefined {
  if (field instanceof protobuf.MapField) {
    const { keyType } = field;
    const entries = Object.entries(value as Fields);
    if (entries.length === 0) return undefined;
    const out: Record<string, Value> = {};
    for (const [key, item] of entries) {
      set(out, mapKey(key, keyType), singular(field, item, writing));
    }
    return out;
  }
  if (field.repeated) {
    const items = value as unknown[];
    return items.length === 0
      ? undefined
      : items.map((item) => singular(field, item, writing));
  }
  const isThere = Object.hasOwn(message, field.name) &&
    (field.hasPresence || !isDefault(field, value));
  return isThere ? singular(field, value, writing) : undefined;
}

function mapKey(key: string, type: string): string {
  if (!LONG.has(type)) return key;
  const isUnsigned = type === "uint64" || type === "fixed64";
  return protobuf.util.longFromHash(key, isUnsigned).toString();
}

function singular(
  field: protobuf.Field,
  value: unknown,
  writing: Writing,
): Value {
  const type = field.resolvedType;
  if (type instanceof protobuf.Type) {
    return messageValue(type, value as Fields, writing);
  }
  if (type instanceof protobuf.Enum) {
    if (type.fullName === ".google.protobuf.NullValue") return null;
    return type.valuesById[value as number] ?? value as number;
  }
  return scalar(field.type, value);
}

function scalar(type: string, value: unknown): Value {
  if (LONG.has(type)) return String(value ?? 0);
  switch (type) {
    case "float":
      return finite(shortest(value as number));
    case "double":
      return finite(value as number);
    case "bytes":
      return new Uint8Array((value ?? []) as Uint8Array).toBase64();
    default:
      return value as Value;
  }
}

function finite(value: number): Value {
  return Number.isFinite(value) ? value : String(value);
}

/** The number with the fewest digits that is the same `float`. */
function shortest(value: number): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    // The largest one, rounded up, would be refused where it is read.
    if (Math.fround(short) === value && Math.abs(short) <= MAX_FLOAT) {
      return short;
    }
  }
  return value;
}

function isDefault(field: protobuf.Field, value: unknown): boolean {
  if (field.resolvedType instanceof protobuf.Type) return false;
  if (field.type === "bytes") return (value as Uint8Array).length === 0;
  // A Long is an object, so its digits are compared. `Object.is` keeps -0,
  // which is not the default.
  return LONG.has(field.type)
    ? String(value) === "0"
    : value === false || value === "" || Object.is(value, 0);
}

function jsonNameOf(field: protobuf.Field): string {
  const extension = field.declaringField as protobuf.Field | null;
  if (extension) return `[${protoName(extension)}]`;
  return (field as unknown as { jsonName: string }).jsonName;
}

/** Sets what may be called `__proto__`. */
function set(out: Record<string, Value>, key: string, value: Value): void {
  Object.defineProperty(out, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

type Writer = (message: Fields, writing: Writing, type: ProtoType) => Value;

/** The types that have a form of their own. */
const WELL_KNOWN = new Map<string, Writer>([
  [".google.protobuf.Timestamp", timestamp],
  [".google.protobuf.Duration", duration],
  [".google.protobuf.FieldMask", fieldMask],
  [".google.protobuf.Struct", (it, writing) => struct(it, writing)],
  [".google.protobuf.ListValue", (it, writing) => list(it, writing)],
  [".google.protobuf.Value", structValue],
  [".google.protobuf.Any", any],
  ...["Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool"].map(
    (name): [string, Writer] => [`.google.protobuf.${name}Value`, wrapped],
  ),
  [".google.protobuf.StringValue", wrapped],
  [".google.protobuf.BytesValue", wrapped],
]);

function wrapped(message: Fields, _: Writing, { fields }: ProtoType): Value {
  const field = fields.value.resolve();
  return scalar(field.type, message.value ?? field.defaultValue);
}

function timestamp(message: Fields): Value {
  const seconds = Number(String(message.seconds ?? 0));
  const nanos = (message.nanos ?? 0) as number;
  if (seconds < -62135596800 || seconds > 253402300799) {
    throw new UnwritableError(
      "a Timestamp lies outside of the years 1 to 9999",
    );
  }
  if (nanos < 0 || nanos > 999_999_999) {
    throw new UnwritableError(`a Timestamp has ${nanos} nanoseconds`);
  }
  const text = new Date(seconds * 1000).toISOString().slice(0, -".000Z".length);
  return `${text}${fraction(nanos)}Z`;
}

function duration(message: Fields): Value {
  const seconds = Number(String(message.seconds ?? 0));
  const nanos = (message.nanos ?? 0) as number;
  const isMixed = seconds !== 0 && nanos !== 0 && seconds < 0 !== nanos < 0;
  if (
    Math.abs(seconds) > 315_576_000_000 || Math.abs(nanos) > 999_999_999 ||
    isMixed
  ) {
    throw new UnwritableError(
      `a Duration has ${seconds} seconds and ${nanos} nanoseconds`,
    );
  }
  const sign = seconds < 0 || nanos < 0 ? "-" : "";
  return `${sign}${Math.abs(seconds)}${fraction(Math.abs(nanos))}s`;
}

/** The fraction of a second: no, three, six or nine digits. */
function fraction(nanos: number): string {
  if (nanos === 0) return "";
  return `.${String(nanos).padStart(9, "0").replace(/(?:000){1,2}$/, "")}`;
}

function fieldMask(message: Fields): Value {
  const paths = (message.paths ?? []) as readonly string[];
  return paths.map((path) => {
    const camel = path.replace(
      /_([a-z])/g,
      (_, letter) => letter.toUpperCase(),
    );
    const back = camel.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`);
    if (back === path) return camel;
    throw new UnwritableError(`a FieldMask has the path "${path}"`);
  }).join(",");
}

function struct(message: Fields | undefined, writing: Writing): Value {
  const out: Record<string, Value> = {};
  for (
    const [key, value] of Object.entries((message?.fields ?? {}) as Fields)
  ) {
    set(out, key, structValue(value as Fields, writing));
  }
  return out;
}

function list(message: Fields | undefined, writing: Writing): Value {
  const values = (message?.values ?? []) as readonly Fields[];
  return values.map((value) => structValue(value, writing));
}

function structValue(message: Fields, { lookup, depth }: Writing): Value {
  if (depth > MAX_DEPTH) {
    throw new UnwritableError(`it is nested more than ${MAX_DEPTH} times`);
  }
  const inside = { lookup, depth: depth + 1 };
  // By either spelling: files that a collection brings along keep theirs.
  const has = (name: string, proto: string) =>
    Object.hasOwn(message, name)
      ? name
      : Object.hasOwn(message, proto) && proto;
  const at = has("numberValue", "number_value") ||
    has("stringValue", "string_value") || has("boolValue", "bool_value");
  if (at) {
    const value = message[at] as string | number | boolean;
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new UnwritableError(
        `a Value is ${value}, which JSON does not have`,
      );
    }
    return value;
  }
  const fields = has("structValue", "struct_value");
  if (fields) return struct(message[fields] as Fields, inside);
  const items = has("listValue", "list_value");
  return items ? list(message[items] as Fields, inside) : null;
}

function any(message: Fields, writing: Writing): Value {
  const url = (message.typeUrl ?? message.type_url ?? "") as string;
  const bytes = new Uint8Array((message.value ?? []) as Uint8Array);
  if (url === "") return {};
  const type = writing.lookup(url.slice(url.lastIndexOf("/") + 1));
  if (type === undefined) return { "@type": url, "value": bytes.toBase64() };
  const value = messageValue(type, decoded(type, bytes), writing);
  return WELL_KNOWN.has(type.fullName)
    ? { "@type": url, value }
    : { "@type": url, ...value as Record<string, Value> };
}
