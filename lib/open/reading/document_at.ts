import { TextDocument } from "vscode-languageserver-textdocument";
import type { Cursor, Keys } from "../../embedded/page/workbench/api.ts";
import type { FileKind } from "../../core/collection/format.ts";
import type { OpenDocument } from "../../lsp/document.ts";
import { fileOf } from "../drafts.ts";
import type { Workbench } from "../workbench.ts";

/** A text that the page edits, as a file has it. */
export interface DocumentAt {
  readonly open: OpenDocument;
  readonly offset: number;
  /** The offset in what the page has. */
  readonly back: (offset: number) => number;
}

/** Where the page's cursor is: in a file's own text, or in a field of the form, around which a file is made up. */
export function documentAt(
  bench: Workbench,
  id: string,
  cursor: Cursor,
): DocumentAt {
  const { session, ids } = bench;
  const ref = ids.ref(id);
  const { file } = fileOf(ref, bench);
  const kind: FileKind = session.kindOf(file) ??
    (ref.kind === "other" ? "request" : ref.kind);
  const path = file;
  if ("source" in cursor) {
    const { source, offset } = cursor;
    const document = TextDocument.create(session.uriOf(file), "", 0, source);
    return {
      open: { document, session, path, kind },
      offset,
      back: (at) => at,
    };
  }
  const { text, before, indent } = written(cursor.keys, cursor.text);
  const uri = session.uriOf(file.replace(/\.bru$/, ".yml"));
  const document = TextDocument.create(uri, "", 0, before + text);
  const there = (at: number) => {
    const lines = cursor.text.slice(0, at).split("\n").length - 1;
    return before.length + at + lines * indent;
  };
  const back = (at: number) => {
    const inside = Math.max(0, at - before.length);
    const lines = text.slice(0, inside).split("\n").length - 1;
    return Math.min(cursor.text.length, Math.max(0, inside - lines * indent));
  };
  return {
    open: { document, session, path, kind },
    offset: there(cursor.offset),
    back,
  };
}

/** A field of the form as a file would have it: the keys that lead to it, and its text. */
function written(
  keys: Keys,
  text: string,
): { before: string; text: string; indent: number } {
  let before = "";
  let depth = 0;
  let isElement = false;
  for (const key of keys) {
    if (typeof key === "number") {
      before += `${" ".repeat(2 * depth)}- `;
      isElement = true;
      depth++;
      continue;
    }
    before += `${isElement ? "" : " ".repeat(2 * depth)}${key}:\n`;
    isElement = false;
    depth++;
  }
  const head = before.replace(/\n$/, "");
  if (!text.includes("\n") && keys.at(-1) !== "code") {
    return { before: `${head} `, text, indent: 0 };
  }
  const indent = 2 * depth;
  const blanks = " ".repeat(indent);
  return {
    before: `${head} |\n${blanks}`,
    text: text.replaceAll("\n", `\n${blanks}`),
    indent,
  };
}
