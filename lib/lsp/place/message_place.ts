import {
  findNodeAtLocation,
  getLocation,
  type Location,
  parseTree,
} from "jsonc-parser";
import type { OpenDocument } from "../document.ts";
import type { CursorStretch } from "./cursor.ts";
import { yamlCursor } from "./yaml_cursor.ts";

/** A place in the JSON of a message. */
export interface MessagePlace {
  /** Keys and indexes that lead there; at a key, the key is the last. */
  readonly path: readonly (string | number)[];
  readonly role: "key" | "value";
  /** The inside of the quotes around it, in the document; absent without quotes. */
  readonly quoted?: CursorStretch;
  /** Other keys of the object that a key belongs to. */
  readonly siblings: ReadonlySet<string>;
}

/** Where in the JSON of a gRPC message an offset is; undefined elsewhere. */
export function messagePlace(
  open: OpenDocument,
  offset: number,
): MessagePlace | undefined {
  const text = open.document.getText();
  const stretch = open.path.endsWith(".bru")
    ? bruMessage(text, offset)
    : yamlMessage(open, offset);
  if (stretch === undefined) return undefined;
  const { start, end } = stretch;
  // A placeholder's braces are no object's.
  const json = text.slice(start, end).replaceAll(
    /\{\{[^{}\n]*\}\}/g,
    (placeholder) => "0".repeat(placeholder.length),
  );
  const { path, isAtPropertyKey, previousNode } = getLocation(
    json,
    offset - start,
  );
  const quoted = previousNode &&
    insideQuotes(previousNode, json, offset - start);
  return {
    path,
    role: isAtPropertyKey ? "key" : "value",
    siblings: new Set(isAtPropertyKey ? keysOf(json, path) : []),
    ...(quoted && {
      quoted: { start: start + quoted.start, end: start + quoted.end },
    }),
  };
}

function insideQuotes(
  { offset: from, length }: NonNullable<Location["previousNode"]>,
  json: string,
  offset: number,
): CursorStretch | undefined {
  if (json[from] !== '"') return undefined;
  const isClosed = length > 1 && json[from + length - 1] === '"';
  const start = from + 1;
  const end = from + length - (isClosed ? 1 : 0);
  return start <= offset && offset <= end ? { start, end } : undefined;
}

function keysOf(json: string, path: Location["path"]): string[] {
  const tree = parseTree(json);
  const object = tree && findNodeAtLocation(tree, path.slice(0, -1));
  return (object?.children ?? []).flatMap(({ children = [] }) => {
    const [key] = children;
    return key === undefined || key.value === path.at(-1) ? [] : [key.value];
  });
}

/** The text of a message behind `message:`, or `data:` in a step. */
function yamlMessage(
  { document, kind }: OpenDocument,
  offset: number,
): CursorStretch | undefined {
  const text = document.getText();
  const { keys, slot } = yamlCursor(text, offset, kind);
  const isMessage = keys[0] === "grpc" && keys[1] === "message" &&
      keys.at(-1) === "message" ||
    keys.includes("steps") && keys.at(-2) === "send" && keys.at(-1) === "data";
  const value = slot?.value;
  if (!isMessage || value?.kind !== "scalar") return undefined;
  if (value.isBlock) return blockBelow(text, slot!.start, value.end);
  return text[value.start] === "'" && offset > value.start &&
      offset < value.end
    ? { start: value.start + 1, end: value.end - 1 }
    : undefined;
}

/** The lines below a line that are right of a key. */
function blockBelow(text: string, key: number, line: number): CursorStretch {
  const column = key - (text.lastIndexOf("\n", key - 1) + 1);
  const start = Math.min(line + 1, text.length);
  let end = start;
  while (end < text.length) {
    const next = text.indexOf("\n", end);
    const stop = next === -1 ? text.length : next + 1;
    const written = text.slice(end, stop);
    const indent = /^ */.exec(written)![0].length;
    if (written.trim() !== "" && indent <= column) break;
    end = stop;
  }
  return { start, end };
}

/** The text between the quotes of a message's block. */
function bruMessage(text: string, offset: number): CursorStretch | undefined {
  const block = text.lastIndexOf("body:grpc", offset);
  const open = block === -1 ? -1 : text.indexOf("'''", block);
  if (open === -1 || /^\}/m.test(text.slice(block, open))) return undefined;
  const start = open + 3;
  const close = text.indexOf("'''", start);
  const end = close === -1 ? text.length : close;
  return start <= offset && offset <= end ? { start, end } : undefined;
}
