import type { FileKind } from "../../core/collection/format.ts";
import { schemaLine } from "../../core/collection/shape/schema_url.ts";
import {
  type Block,
  blockOf,
  type Inline,
  quoted,
  spaceParts,
  type TreeCollection,
  type TreeEntry,
  type TreeValue,
  writeTree,
} from "./format/write_tree.ts";
import { styleOf } from "./format/format_yaml.ts";
import { inOrder, narrow } from "../../core/collection/shape/narrow.ts";
import { any } from "../../core/collection/shape/make.ts";
import type { Shape } from "../../core/collection/shape/types.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";
import { viewOfData } from "./format/view_of_data.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { jsonTextOf, members } from "./json.ts";
import type { FileRequest } from "./open_collection.ts";

/** A file of a collection in the style of `brace fmt`, with a line for editors at its top. */
export function yaml(data: object, kind: FileKind): string {
  const { shape, spaced } = styleOf(kind);
  const tree = dataTree(withoutUndefined(data), shape);
  if (tree.kind !== "mapping") return schemaLine(kind);
  if (spaced) spaceParts(tree.entries);
  return `${schemaLine(kind)}\n${writeTree(tree)}`;
}

/** Nothing is written of `undefined`; empty lists are noise. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || Array.isArray(member) && member.length === 0) {
      continue;
    }
    Object.defineProperty(kept, key, {
      value: withoutUndefined(member),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return kept;
}

const ANY = any("Any data");

/** Data as a tree, in the order of its shape; empty collections are written in brackets. */
function dataTree(data: unknown, shape: Shape): TreeValue {
  const narrowed = narrow(shape, viewOfData(data));
  if (Array.isArray(data)) {
    const of = narrowed.kind === "list" ? narrowed.of : ANY;
    return collection(
      "list",
      data.map((one) => ({ before: [], value: dataTree(one, of) })),
    );
  }
  if (isPlainObject(data)) {
    const keys = narrowed.kind === "mapping" ? narrowed.keys : {};
    const members = Object.entries(data);
    const sorted = narrowed.kind === "mapping"
      ? inOrder(members, narrowed, ([key]) => key)
      : members;
    return collection(
      "mapping",
      sorted.map(([key, value]) => ({
        key: keyText(key),
        before: [],
        value: dataTree(value, Object.hasOwn(keys, key) ? keys[key] : ANY),
      })),
    );
  }
  return typeof data === "string"
    ? textValue(data, shape.kind === "text" && shape.code !== undefined)
    : inline(otherText(data));
}

function collection(
  kind: TreeCollection["kind"],
  entries: TreeEntry[],
): TreeCollection | Inline {
  return entries.length === 0
    ? inline(kind === "list" ? "[]" : "{}")
    : { kind, props: "", entries, end: [] };
}

function inline(text: string): Inline {
  return { kind: "inline", text };
}

/** A number, true, false or nothing. */
export function otherText(data: unknown): string {
  if (typeof data !== "number" || Number.isFinite(data)) {
    return Object.is(data, -0) ? "-0" : String(data);
  }
  return Number.isNaN(data) ? ".nan" : data > 0 ? ".inf" : "-.inf";
}

/** A text of a file: plain, in quotes or as a block. */
export function textValue(text: string, isCode: boolean): Inline | Block {
  if (text !== "" && (isCode || text.includes("\n"))) {
    return blockOf(text) ?? quoted(text);
  }
  return isPlain(text) && !text.includes("{{") ? inline(text) : quoted(text);
}

/** A key of a mapping. */
export function keyText(key: string): string {
  return isPlain(key) && /^[\w$./-]+$/.test(key) ? key : quoted(key).text;
}

/** Words that are something else than text for one reader of YAML or another. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** A letter first, or what begins a path; nothing that is not seen. */
const PLAIN = /^(?:[\p{L}_$/(]|\.[\p{L}/])[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;

/** Whether a text needs no quotes, for any reader of YAML. */
export function isPlain(text: string): boolean {
  if (/^\d+\.\d+\.\d+$/.test(text)) return true;
  return PLAIN.test(text) && !WORDS.test(text) && !/:(?: |$)| #| $/.test(text);
}

/** The line that tells whether a person changed the file since it was written. */
const HASH = /^ *hash: sha256-([\da-f]{16})\n/m;
const FOR_EDITORS = /^# yaml-language-server: .*\n\n?/m;
const OPERATION = /^ *operation: (.+)\n *hash: sha256-/m;

/** What a request file says of where it came from. */
export interface SourceMark {
  /** `operationId`, or method and path. */
  readonly operation: string;
  /** Of the text as it was written. */
  readonly hash: string;
  /** Whether the text is another one now. */
  readonly isEdited: boolean;
}

/** The operation that a request was made from; undefined for one of another source. */
export function operationOf(request: FileRequest): string | undefined {
  const { source } = members(members(request.extensions).brace);
  return jsonTextOf(members(source).operation);
}

/** The text of a request file, with a mark where it was made from an operation. */
export function requestText(request: FileRequest): string {
  const operation = operationOf(request);
  if (operation === undefined) return yaml(request, "request");
  const extensions = {
    ...request.extensions,
    brace: {
      ...members(members(request.extensions).brace),
      source: { operation, hash: `sha256-${"0".repeat(16)}` },
    },
  };
  const text = yaml({ ...request, extensions }, "request");
  return text.replace(/sha256-0{16}/, `sha256-${hashOf(text)}`);
}

/** The mark of a request file; undefined where it has none. */
export function markOf(text: string): SourceMark | undefined {
  const unix = text.replaceAll("\r\n", "\n");
  const hash = HASH.exec(unix)?.[1];
  const written = OPERATION.exec(unix)?.[1];
  if (hash === undefined || written === undefined) return undefined;
  return {
    operation: plainText(written),
    hash,
    isEdited: hashOf(unix) !== hash,
  };
}

/** The text of a request file as one that knows another version of its operation. */
export function withMark(text: string, hash: string): string {
  return text.replace(
    /^( *hash: sha256-)[\da-f]{16}(?=\r?$)/m,
    (_, key: string) => key + hash,
  );
}

/** The text of a request file as one that knows what another text does: that version of its operation, and its name. */
export function markedLike(text: string, { by }: { by: string }): string {
  const mark = markOf(by);
  const [, written] = OPERATION.exec(by.replaceAll("\r\n", "\n")) ?? [];
  if (mark === undefined || written === undefined) return text;
  return withMark(named(text, written), mark.hash);
}

/** The text of a request file as that of an operation with another name: as edited as it is. */
export function withOperation(text: string, operation: string): string {
  const mark = markOf(text);
  if (mark === undefined || mark.operation === operation) return text;
  const made = named(
    text,
    isPlain(operation) ? operation : quoted(operation).text,
  );
  return mark.isEdited
    ? made
    : withMark(made, hashOf(made.replaceAll("\r\n", "\n")));
}

function named(text: string, written: string): string {
  return text.replace(
    /^( *operation: ).+?(?=\r?\n *hash: sha256-)/m,
    (_, key: string) => key + written,
  );
}

/** A text with the lines of another that no person writes: the mark, and the line for editors. */
export function likeWritten(text: string, { by }: { by: string }): string {
  const [editors] = FOR_EDITORS.exec(by.replaceAll("\r\n", "\n")) ?? [];
  return markedLike(text, { by }).replace(FOR_EDITORS, () => editors ?? "");
}

/** A scalar in one line. */
export function plainText(written: string): string {
  return written.startsWith('"')
    ? String(JSON.parse(written))
    : written.replace(/^'(.*)'$/, "$1").replaceAll("''", "'");
}

/** Of all but the mark's own line, and the one for editors, which names Brace's version. */
export function hashOf(text: string): string {
  const bytes = sha256(
    new TextEncoder().encode(text.replace(HASH, "").replace(FOR_EDITORS, "")),
  );
  return [...bytes.subarray(0, 8)].map((byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("");
}
