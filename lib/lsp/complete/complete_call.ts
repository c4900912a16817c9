import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import type {
  Descriptors,
  GrpcField,
} from "../../core/http/grpc/descriptors.ts";
import { type OpenDocument, rangeIn } from "../document.ts";
import { bruCursor } from "../place/bru_cursor.ts";
import { type CursorStretch, wordAround } from "../place/cursor.ts";
import { messagePlace } from "../place/message_place.ts";
import { yamlCursor } from "../place/yaml_cursor.ts";

/** Methods, and fields and values of messages, by the `.proto` files of a request; undefined elsewhere. */
export function callItems(
  open: OpenDocument,
  offset: number,
): CompletionItem[] | undefined {
  const { session, path, document } = open;
  const descriptors = session.descriptorsFor(path);
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
    const fields = fieldsAt(open, descriptors, place.path.slice(0, -1));
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
  const field = fieldAt(open, descriptors, place.path);
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
  const descriptors = open.session.descriptorsFor(open.path);
  const place = descriptors && messagePlace(open, offset);
  if (place?.role !== "key" || place.quoted === undefined) return undefined;
  const field = fieldAt(open, descriptors!, place.path);
  if (field === undefined) return undefined;
  const { name, type, comment } = field;
  const about = [`\`${type} ${name}\``, ...comment ? [comment] : []];
  return { ...place.quoted, about: about.join("\n\n") };
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
  { session, path: file }: OpenDocument,
  descriptors: Descriptors,
  path: readonly (string | number)[],
): Reached | undefined {
  const method = session.placeOf(file)?.request.grpc?.method.text ?? "";
  const name = descriptors.method(method.trim())?.request.fullName;
  if (name === undefined) return undefined;
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
  open: OpenDocument,
  descriptors: Descriptors,
  path: readonly (string | number)[],
): GrpcField | undefined {
  return reach(open, descriptors, path)?.field;
}

function fieldsAt(
  open: OpenDocument,
  descriptors: Descriptors,
  path: readonly (string | number)[],
): GrpcField[] {
  const { message, isMap = true } = reach(open, descriptors, path) ?? {};
  const type = message === undefined || isMap
    ? undefined
    : descriptors.message(message);
  return type ? descriptors.fields(type) : [];
}

/** A field may be called as its file does, too. */
function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
}
