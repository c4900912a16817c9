import type { Range } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { FileKind } from "../core/collection/format.ts";
import type { Location } from "../core/source/diagnostic.ts";
import type { EditorSession } from "./session.ts";

/** A document of the editor, and the collection that it belongs to. */
export interface OpenDocument {
  readonly document: TextDocument;
  readonly session: EditorSession;
  /** Its path in the collection. */
  readonly path: string;
  readonly kind: FileKind;
}

/** A stretch of a document, as editors have it. */
export function rangeIn(
  document: TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/**
 * Finds places with line and column as editors have them. What of one is beyond
 * the end of its line is left out: what a text is read as may be longer than
 * what is written.
 */
export function ranges(
  { files }: Pick<EditorSession, "files">,
): (location: Location) => Range {
  const documents = new Map<string, TextDocument>();
  return ({ file = "", line = 1, column = 1, length = 1 }) => {
    const start = { line: line - 1, character: column - 1 };
    const end = { ...start, character: start.character + length };
    const text = files.get(file);
    if (text === undefined) return { start, end };
    let document = documents.get(file);
    if (document === undefined) {
      document = TextDocument.create("", "", 0, text);
      documents.set(file, document);
    }
    return rangeIn(document, {
      start: document.offsetAt(start),
      end: document.offsetAt(end),
    });
  };
}
