import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import {
  type ExactJson,
  exactJson,
  fieldsOf,
  isObject,
  twinOf,
} from "./exact_json.ts";
import { didYouMean, nearest } from "../../source/nearest.ts";
import { protobuf, protojson, protoName, type ProtoType } from "./protobuf.ts";

/** One thing by which a JSON text is no message of its type. */
export interface MessageProblem {
  /** Completes a sentence about the text. */
  readonly message: string;
  /** Keys and indexes that lead to the place. */
  readonly path: readonly (string | number)[];
  /** Where it stands in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
}

/** A problem whose place is known by its path alone. */
interface Found {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The key is meant, not its value. */
  readonly onKey?: boolean;
}

interface Source {
  readonly text: string;
  readonly tree: Node | undefined;
}

/** Whether a text of a message, or a part of one, may be anything. */
export type IsOpen = (text: string) => boolean;

/**
 * All by which a text is no message of a type; at least what protobufjs failed
 * with, where no part of it is open.
 */
export function protoMessageProblems(
  type: ProtoType,
  text: string,
  error: unknown,
  isOpen?: IsOpen,
): readonly MessageProblem[] {
  const whole = { path: [], offset: 0, length: 0, line: 1 };
  try {
    const found = search(type, text, isOpen ?? (() => false));
    if (found.length > 0 || isOpen?.(text)) return found;
  } catch (searching) {
    if (!(searching instanceof RangeError)) throw searching;
    return [{ ...whole, message: "it is nested too deeply" }];
  }
  return [{ ...whole, message: `protobufjs says "${plain(error)}"` }];
}

function search(
  type: ProtoType,
  text: string,
  isOpen: IsOpen,
): MessageProblem[] {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (tree === undefined || error !== undefined) {
    const offset = error?.offset ?? 0;
    const why = error === undefined || text.trim() === ""
      ? "it is empty"
      : `it is not JSON (${words(printParseErrorCode(error.error))})`;
    return [{
      ...placed(text, offset, error?.length ?? 0),
      path: [],
      message: why,
    }];
  }
  const twin = twinOf(tree);
  if (twin) {
    const { offset, length, value } = twin;
    const message = `"${value}" stands there twice`;
    return [{ ...placed(text, offset, length), path: [], message }];
  }
  const found: Found[] = [];
  inMessage(type, exactJson(type, text), { path: [], found, isOpen });
  return found.map((it) => at(it, { text, tree }));
}

/** `PropertyNameExpected` → `property name expected`. */
function words(code: string): string {
  return code.replace(/(?!^)[A-Z]/g, " $&").toLowerCase();
}

function at(
  { path, message, onKey }: Found,
  { text, tree }: Source,
): MessageProblem {
  let node = tree && findNodeAtLocation(tree, [...path]);
  if (onKey && node?.parent?.type === "property") {
    node = node.parent.children![0];
  }
  return {
    ...placed(text, node?.offset ?? 0, node?.length ?? 0),
    path,
    message,
  };
}

function placed(text: string, offset: number, length: number) {
  return { offset, length, line: text.slice(0, offset).split("\n").length };
}

interface Search {
  readonly path: readonly (string | number)[];
  readonly found: Found[];
  readonly isOpen: IsOpen;
}

function inside(search: Search, key: string | number): Search {
  return { ...search, path: [...search.path, key] };
}

/** Whether a value as a whole may be anything. */
function isAnything(json: ExactJson, { isOpen }: Search): boolean {
  return typeof json === "string" && isOpen(json);
}

function inMessage(type: ProtoType, json: ExactJson, search: Search): void {
  const { path, found, isOpen } = search;
  if (isAnything(json, search)) return;
  if (type.fullName.startsWith(".google.protobuf.") && FORMS.has(type.name)) {
    if (isOpen(JSON.stringify(json))) return;
    const why = failure(() => protojson.fromJson(type, json));
    if (why === undefined) return;
    found.push({
      path,
      message: misfit(path, json, FORMS.get(type.name)!, why),
    });
    return;
  }
  if (!isObject(json)) {
    const what = `an object, the message ${protoName(type)}`;
    found.push({ path, message: misfit(path, json, what) });
    return;
  }
  const fields = fieldsOf(type);
  const seen = new Map<string, string>();
  for (const [key, value] of Object.entries(json)) {
    const field = fields.get(key);
    const here = inside(search, key);
    const say = (message: string) =>
      found.push({ path: here.path, message, onKey: true });
    if (field === undefined) {
      if (isOpen(key)) continue;
      const near = didYouMean(nearest(key, fields.keys()));
      say(`the message ${protoName(type)} has no field "${key}"${near}`);
      continue;
    }
    if (seen.has(field.name)) {
      say(`"${key}" is the field "${seen.get(field.name)}" again`);
    }
    seen.set(field.name, key);
    if (value === null) continue;
    const oneof = field.partOf && !field.partOf.isProto3Optional
      ? `oneof ${field.partOf.name}`
      : undefined;
    if (oneof !== undefined) {
      const other = seen.get(oneof);
      if (other !== undefined) {
        say(
          `"${other}" and "${key}" exclude each other (oneof ${
            field.partOf!.name
          })`,
        );
      }
      seen.set(oneof, key);
    }
    inField(field, value, here, type);
  }
}

function inField(
  field: protobuf.Field,
  value: ExactJson,
  search: Search,
  type: ProtoType,
): void {
  const { path, found } = search;
  if (isAnything(value, search)) return;
  const inner = field.resolve().resolvedType;
  const single = (json: ExactJson, where: Search) => {
    if (isAnything(json, where)) return;
    if (inner instanceof protobuf.Type) return inMessage(inner, json, where);
    const why = failure(() =>
      protojson.fromJson(type, {
        [field.name]: field.map ? value : field.repeated ? [json] : json,
      })
    );
    if (why !== undefined) {
      found.push({
        path: where.path,
        message: misfit(where.path, json, formOf(field), why),
      });
    }
  };
  if (field instanceof protobuf.MapField) {
    if (!isObject(value)) {
      found.push({ path, message: misfit(path, value, "an object, a map") });
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const where = inside(search, key);
      if (inner instanceof protobuf.Type) inMessage(inner, item, where);
      else if (!isAnything(item, where) && !search.isOpen(key)) {
        const why = failure(() =>
          protojson.fromJson(type, { [field.name]: { [key]: item } })
        );
        if (why === undefined) continue;
        const what = `a map of ${field.keyType} to ${formOf(field)}`;
        found.push({
          path: where.path,
          message: misfit(where.path, item, what, why),
        });
      }
    }
    return;
  }
  if (!field.repeated) return single(value, search);
  if (!Array.isArray(value)) {
    found.push({
      path,
      message: misfit(path, value, `a list of ${formOf(field)}`),
    });
    return;
  }
  value.forEach((item, index) => single(item, inside(search, index)));
}

/** How well-known types are written, by their names. */
const FORMS = new Map([
  ["Timestamp", 'a time such as "2026-01-31T12:00:00Z"'],
  ["Duration", 'a duration such as "1.5s"'],
  ["FieldMask", 'names of fields such as "user.displayName,photo"'],
  ["Struct", "an object"],
  ["ListValue", "a list"],
  ["Value", "any JSON"],
  ["Any", 'an object with the name of a known message in "@type"'],
  ["DoubleValue", "double"],
  ["FloatValue", "float"],
  ["Int64Value", "int64"],
  ["UInt64Value", "uint64"],
  ["Int32Value", "int32"],
  ["UInt32Value", "uint32"],
  ["BoolValue", "bool"],
  ["StringValue", "string"],
  ["BytesValue", "bytes as base64"],
]);

/** Values of an enum that are named at most. */
const MAX_NAMES = 8;

function formOf({ type, resolvedType }: protobuf.Field): string {
  if (resolvedType instanceof protobuf.Enum) {
    const names = Object.keys(resolvedType.values);
    const more = names.length > MAX_NAMES ? ", …" : "";
    return `one of ${names.slice(0, MAX_NAMES).join(", ")}${more}`;
  }
  if (resolvedType) return protoName(resolvedType);
  return type === "bytes" ? "bytes as base64" : type;
}

/** Characters of a value that a message shows at most. */
const MAX_SHOWN = 60;

function misfit(
  path: readonly (string | number)[],
  json: ExactJson,
  form: string,
  why?: string,
): string {
  const text = JSON.stringify(json);
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  const place = path.length === 0 ? "it" : `"${joined(path)}"`;
  const reason = why !== undefined && /range|depth|surrogate/.test(why)
    ? ` (${why})`
    : "";
  return `${place} takes ${form}, not ${shown}${reason}`;
}

function joined(path: readonly (string | number)[]): string {
  return path.map((key, i) =>
    typeof key === "number" ? `[${key}]` : i === 0 ? key : `.${key}`
  ).join("");
}

function failure(convert: () => unknown): string | undefined {
  try {
    convert();
    return undefined;
  } catch (error) {
    return plain(error);
  }
}

/** What protobufjs says, without the field before it and the value behind. */
function plain(error: unknown): string {
  const { message } = error as Error;
  return /^\.?[\w.]+: ([^:]+)/.exec(message)?.[1] ?? message;
}
