import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { FileKind } from "../core/collection/file_kind.ts";
import type { Location } from "../core/source/diagnostic.ts";
import type { Session } from "./session.ts";

/** A document of the editor, and the collection that it belongs to. */
export interface OpenDocument {
  readonly document: TextDocument;
  readonly session: Session;
  /** Its path in the collection. */
  readonly path: string;
  readonly kind: FileKind;
}

/** A place with line and column, as editors have it. */
export function rangeOf({ line = 1, column = 1, length = 1 }: Location): Range {
  const start = { line: line - 1, character: column - 1 };
  return { start, end: { ...start, character: start.character + length } };
}

/** A stretch of a document, as editors have it. */
export function rangeIn(
  document: TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}
