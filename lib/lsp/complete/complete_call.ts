import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import type {
  Descriptors,
  GrpcField,
} from "../../core/http/grpc/descriptors.ts";
import { type OpenDocument, rangeIn } from "../document.ts";
import { bruCursor } from "../place/bru_cursor.ts";
import { type CursorStretch, wordAround } from "../place/cursor.ts";
import { messagePlace } from "../place/message_place.ts";
import { nodeAt, yamlCursor } from "../place/yaml_cursor.ts";

/** Methods, and fields and values of messages, by the `.proto` files of a request; undefined elsewhere. */
export function callItems(
  open: OpenDocument,
  offset: number,
): CompletionItem[] | undefined {
  const { document } = open;
  const call = callIn(open, offset);
  const { descriptors } = call;
  if (descriptors === undefined) return undefined;
  const method = methodAt(open, offset);
  if (method) {
    const range = rangeIn(document, method);
    return descriptors.services.flatMap(({ methods }) =>
      methods.map(({ path, type, request, response }) => ({
        label: path,
        kind: CompletionItemKind.Method,
        detail: type,
        documentation: `${request} → ${response}`,
        textEdit: { range, newText: path },
      }))
    );
  }
  const place = messagePlace(open, offset);
  if (place === undefined) return undefined;
  const { role, quoted, siblings } = place;
  const text = document.getText();
  const range = rangeIn(document, quoted ?? wordAround(text, offset));
  const written = (name: string) => quoted ? name : `"${name}"`;
  if (role === "key") {
    const fields = fieldsAt(call, place.path.slice(0, -1));
    return fields.filter(({ name }) => !siblings.has(name)).map((field) => ({
      label: field.name,
      kind: CompletionItemKind.Field,
      detail: field.type,
      ...(field.comment && { documentation: field.comment }),
      textEdit: {
        range,
        newText: written(field.name) + (quoted ? "" : ": "),
      },
    }));
  }
  const field = fieldAt(call, place.path);
  const words = field?.values?.map((name) => [name, written(name)]) ??
    (field?.type === "bool" && !quoted
      ? [["true", "true"], ["false", "false"]]
      : []);
  return words.map(([label, newText]) => ({
    label,
    kind: CompletionItemKind.EnumMember,
    textEdit: { range, newText },
  }));
}

/** What the field of a message at a place is, in Markdown. */
export function aboutField(
  open: OpenDocument,
  offset: number,
): (CursorStretch & { readonly about: string }) | undefined {
  const call = callIn(open, offset);
  const place = call.descriptors && messagePlace(open, offset);
  if (place?.role !== "key" || place.quoted === undefined) return undefined;
  const field = fieldAt(call, place.path);
  if (field === undefined) return undefined;
  const { name, type, comment } = field;
  const about = [`\`${type} ${name}\``, ...comment ? [comment] : []];
  return { ...place.quoted, about: about.join("\n\n") };
}

/** What a request calls, and what is known of it. */
interface Call {
  readonly method: string;
  /** Absent where no `.proto` file tells. */
  readonly descriptors: Descriptors | undefined;
}

/** A request's call, also of a file that is half-written. */
function callIn(
  { session, document, path, kind }: OpenDocument,
  offset: number,
): Call {
  let method: string | undefined;
  let protoFile: string | undefined;
  if (path.endsWith(".bru")) {
    const { grpc } = session.placeOf(path)?.request ?? {};
    method = grpc?.method.text;
    protoFile = grpc?.protoFile?.text;
  } else {
    const { root } = yamlCursor(document.getText(), offset, kind);
    const textAt = (key: string) => {
      const node = nodeAt(root, ["grpc", key]);
      return node?.kind === "scalar" ? node.text : undefined;
    };
    method = textAt("method");
    protoFile = textAt("protoFilePath");
  }
  return {
    method: method?.trim() ?? "",
    descriptors: session.descriptorsIn(protoFile?.trim()),
  };
}

/** The value behind `method:` of a gRPC request. */
function methodAt(
  { document, path, kind }: OpenDocument,
  offset: number,
): CursorStretch | undefined {
  const text = document.getText();
  if (path.endsWith(".bru")) {
    const cursor = bruCursor(text, offset);
    const { role, block, name } = cursor;
    return role === "value" && block === "grpc" && name === "method"
      ? cursor
      : undefined;
  }
  const cursor = yamlCursor(text, offset, kind);
  const isMethod = cursor.keys.join("\n") === "grpc\nmethod";
  return cursor.role === "value" && isMethod ? cursor : undefined;
}

/** A field, or one of its values, and whether keys of a map follow. */
interface Reached {
  /** Absent for the message as a whole. */
  readonly field?: GrpcField;
  readonly message: string | undefined;
  readonly isMap: boolean;
}

/** Follows keys and indexes from the message that a request's method takes. */
function reach(
  { method, descriptors }: Call,
  path: readonly (string | number)[],
): Reached | undefined {
  const name = descriptors?.method(method)?.request.fullName;
  if (descriptors === undefined || name === undefined) return undefined;
  let at: Reached = { message: name, isMap: false };
  for (const key of path) {
    // An element of a list is as its field.
    if (typeof key === "number") continue;
    if (at.isMap) {
      at = { ...at, isMap: false };
      continue;
    }
    const type = at.message === undefined
      ? undefined
      : descriptors.message(at.message);
    const field = type &&
      descriptors.fields(type).find((one) =>
        one.name === key || one.name === camelCase(key)
      );
    if (field === undefined) return undefined;
    const { message } = field;
    at = { field, message, isMap: field.type.startsWith("map<") };
  }
  return at;
}

function fieldAt(
  call: Call,
  path: readonly (string | number)[],
): GrpcField | undefined {
  return reach(call, path)?.field;
}

function fieldsAt(
  call: Call,
  path: readonly (string | number)[],
): GrpcField[] {
  const { descriptors } = call;
  const { message, isMap = true } = reach(call, path) ?? {};
  const type = message === undefined || isMap
    ? undefined
    : descriptors?.message(message);
  return type && descriptors ? descriptors.fields(type) : [];
}

/** A field may be called as its file does, too. */
function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
}
