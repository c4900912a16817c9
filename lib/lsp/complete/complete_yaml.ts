import {
  type CompletionItem,
  CompletionItemKind,
  type Range,
} from "vscode-languageserver";
import type {
  MappingShape,
  Offers,
  Shape,
} from "../../core/collection/shape/types.ts";
import { type OpenDocument, rangeIn } from "../document.ts";
import {
  CONTENT_TYPES,
  HEADER_NAMES,
  valuesOfHeader,
} from "./known_headers.ts";
import { skeletonsOf } from "./skeletons.ts";
import type { CursorStretch } from "../place/cursor.ts";
import type { LooseNode } from "../place/loose_place.ts";
import {
  nodeAt,
  shapeOfNothing,
  type YamlCursor,
  yamlCursor,
} from "../place/yaml_cursor.ts";

/** Keys, words and elements of a YAML file. */
export function yamlItems(
  open: OpenDocument,
  offset: number,
): CompletionItem[] {
  const { document, kind } = open;
  const text = document.getText();
  const cursor = yamlCursor(text, offset, kind);
  const { role, shape, start, end } = cursor;
  const range = rangeIn(document, { start, end });
  if (role === "none") return [];
  if (role === "value") return wordItems(wordsAt(cursor, open), range);
  const isElement = role === "item" || shape.kind === "list";
  const dash = isElement && !cursor.isFlow ? "- " : "";
  const gap = !cursor.isFlow && text[start - 1] === "-" ? " " : "";
  const of = shape.kind === "list" ? shapeOfNothing(shape.of) : shape;
  if (of.kind !== "mapping") {
    return wordItems(wordsAt(cursor, open, of), range, gap + dash);
  }
  const keys = keyItems(of, cursor, { range, before: gap + dash });
  const isFirst = cursor.keys.length === 0 &&
    isComment(text.slice(0, start)) && isComment(text.slice(end));
  return isFirst ? [...fileItems(open, cursor), ...keys] : keys;
}

/** Whether a text holds nothing but comments and the marks of a document. */
function isComment(text: string): boolean {
  return text.split("\n").every((line) =>
    /^(?:---)?[ \t\r]*$|^(?:---)?\s*#/.test(line)
  );
}

/** Whole files, for one that has nothing yet but comments, marks and half a word. */
export function fileItems(
  { document, kind, path }: OpenDocument,
  word: CursorStretch,
): CompletionItem[] {
  const text = document.getText();
  const replaced = /#|---/.test(text) ? word : { start: 0, end: text.length };
  const range = rangeIn(document, replaced);
  const name = nameOf(path);
  const isBru = path.endsWith(".bru");
  return skeletonsOf(kind, { name, isBru }).map((
    { label, about, text: newText },
  ): CompletionItem => ({
    label,
    kind: CompletionItemKind.Snippet,
    detail: "file",
    documentation: about,
    // Editors compare with what stands in the file, whatever is replaced.
    filterText: `${text.slice(word.start, word.end)}${label}`,
    textEdit: { range, newText },
  }));
}

/** A name for people: that of the file, or of the folder that the file is about. */
function nameOf(path: string): string {
  const parts = path.replace(/\.\w+$/, "").split("/");
  const last = parts.at(-1)!;
  const isAbout = ["folder", "opencollection", "collection"].includes(last);
  const name = isAbout ? parts.at(-2) ?? "My API" : last;
  if (parts[0] === "environments") return name;
  const words = name.replace(/[-_]+/g, " ").trim();
  return words === "" ? name : words[0].toUpperCase() + words.slice(1);
}

function keyItems(
  { keys, filled = [], required = [] }: MappingShape,
  { slot, siblings, isFlow, keys: path }: YamlCursor,
  { range, before }: { range: Range; before: string },
): CompletionItem[] {
  const others = new Set(siblings.keys());
  if (slot?.key !== undefined) others.delete(slot.key);
  const hasColon = slot?.colon !== undefined;
  return Object.entries(keys).filter(([key, shape]) =>
    !others.has(key) && !shape.isForeign && !excludes(key, others, path)
  ).map(([key, shape]): CompletionItem => {
    const isLine = isFlow || isScalar(shape);
    const colon = hasColon ? "" : isLine ? ": " : ":";
    const isNeeded = filled.includes(key) || required.includes(key);
    return {
      label: key,
      kind: CompletionItemKind.Field,
      ...(isNeeded && { detail: "needed" }),
      documentation: shape.about,
      textEdit: { range, newText: `${before}${key}${colon}` },
    };
  });
}

/** A request has one protocol. */
function excludes(
  key: string,
  others: ReadonlySet<string>,
  path: readonly unknown[],
): boolean {
  if (path.length > 0 && path.at(-1) !== undefined) return false;
  return key === "http" && others.has("graphql") ||
    key === "graphql" && others.has("http");
}

/** Whether a value stands in the line of its key. */
function isScalar(shape: Shape): boolean {
  switch (shape.kind) {
    case "text":
      return shape.code === undefined;
    case "flag":
    case "number":
    case "any":
      return true;
    case "either":
      return shape.of.some(isScalar);
    case "list":
    case "mapping":
    case "cases":
    case "item":
      return false;
    default:
      return shape satisfies never;
  }
}

/** The words that can stand at a place, and what each is for. */
export function wordsAt(
  cursor: YamlCursor,
  { session, kind, path }: Pick<OpenDocument, "session" | "kind" | "path">,
  shape: Shape = cursor.declared,
): Offers {
  const { keys, siblings } = cursor;
  const key = keys.at(-1);
  const collection = session.index?.collection;
  if (key === "extends") {
    const { environments = [] } = collection ?? {};
    return Object.fromEntries(
      environments.filter(({ file }) => file !== path)
        .map(({ name }) => [name, "An environment"]),
    );
  }
  if (key === "send" && keys.includes("steps")) {
    return titlesIn(cursor.root);
  }
  const list = cursor.role === "value" && key === undefined
    ? keys.at(-2)
    : key ?? keys.at(-2);
  if (list === "tags" && keys.includes("info")) {
    return tagsOf({ session });
  }
  if (keys.at(-3) === "headers" && keys.at(-2) === undefined) {
    if (key === "name") return HEADER_NAMES;
    if (key === "value") return valuesOfHeader(siblings.get("name") ?? "");
  }
  if (key === "contentType") return CONTENT_TYPES;
  const words = wordsOf(shape);
  if (key !== "type" || keys.at(-2) !== "info") return words;
  const { folder, ...types } = words;
  if (kind === "folder") return { folder };
  return kind === "request" ? types : words;
}

/** The titles of the messages of a request, whose file may be half-written. */
function titlesIn(root: LooseNode | undefined): Offers {
  const titles = ["websocket", "grpc"].flatMap((type) => {
    const list = nodeAt(root, [type, "message"]);
    const messages = list?.kind === "list" ? list.slots : [];
    return messages.map(({ value }, index) => {
      const title = nodeAt(value, ["title"]);
      return title?.kind === "scalar" && title.text !== ""
        ? title.text
        : `message ${index + 1}`;
    });
  });
  return Object.fromEntries(titles.map((title) => [title, "A message"]));
}

/** The tags that requests of the collection have. */
export function tagsOf({ session }: Pick<OpenDocument, "session">): Offers {
  const tags =
    session.index?.order.places.flatMap(({ request }) => request.tags) ?? [];
  return Object.fromEntries(
    [...new Set(tags)].sort().map((tag) => [tag, "A tag"]),
  );
}

/** The words of a shape, or of the texts that it may be. */
export function wordsOf(shape: Shape): Offers {
  switch (shape.kind) {
    case "text":
      return shape.offers ??
        Object.fromEntries((shape.words ?? []).map((word) => [word, ""]));
    case "flag":
      return { true: shape.about, false: "The opposite" };
    case "either":
      return Object.assign({}, ...shape.of.map(wordsOf));
    default:
      return {};
  }
}

/** The items of words. */
export function wordItems(
  words: Offers,
  range: Range,
  before = "",
): CompletionItem[] {
  return Object.entries(words).map(([label, about]) => ({
    label,
    kind: CompletionItemKind.EnumMember,
    ...(about !== "" && { documentation: about }),
    textEdit: { range, newText: before + label },
  }));
}
