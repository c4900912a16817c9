import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic as EditorDiagnostic,
  type Range,
  type TextEdit,
} from "vscode-languageserver";
import type { Diagnostic } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import { rootName } from "../template/root_name.ts";
import { type OpenDocument, rangeIn, rangeOf } from "./document.ts";
import { toDiagnostics } from "./to_diagnostics.ts";

/** What mends problems of a stretch without a question. */
export async function codeActions(
  open: OpenDocument,
  range: Range,
): Promise<CodeAction[]> {
  const { session, path } = open;
  const found = await session.diagnosticsOf(path);
  const shown = await toDiagnostics(session, path);
  return found.flatMap((diagnostic, index) => {
    const { location = {} } = diagnostic;
    return touches(rangeOf(location), range)
      ? actionFor(diagnostic, shown[index], open) ?? []
      : [];
  });
}

function actionFor(
  diagnostic: Diagnostic,
  shown: EditorDiagnostic,
  open: OpenDocument,
): CodeAction | undefined {
  const fix = fixOf(diagnostic, shown.range, open);
  return fix && {
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    isPreferred: true,
    diagnostics: [shown],
    edit: { changes: { [open.document.uri]: fix.edits } },
  };
}

/** What a renderer says of a text that stands outside of quotes. */
const UNQUOTED = /\(put quotes around it: /;

function fixOf(
  { code, message, expression, suggestion, location }: Diagnostic,
  range: Range,
  { document, session, path }: OpenDocument,
): { readonly title: string; readonly edits: TextEdit[] } | undefined {
  const text = document.getText(range);
  switch (code) {
    case "INVALID_BODY":
      return UNQUOTED.test(message) && /^\{\{[^]*\}\}$/.test(text)
        ? {
          title: "Put quotes around it",
          edits: [{ range, newText: `"${text}"` }],
        }
        : undefined;
    case "UNDEFINED_VARIABLE": {
      const name = expression && rootName(expression);
      if (!name || !text.startsWith("{{")) return undefined;
      const names = session.variablesFor(path).map((it) => it.name);
      const near = names.filter((one) => nearest(name, [one]) !== undefined);
      if (near.length !== 1) return undefined;
      return changed(name, near[0], text, range, document);
    }
    case "UNKNOWN_KEY": {
      const key = location?.keys?.at(-1);
      return suggestion === undefined || typeof key !== "string"
        ? undefined
        : changed(key, suggestion, text, range, document);
    }
    default:
      return undefined;
  }
}

function changed(
  from: string,
  to: string,
  text: string,
  range: Range,
  document: OpenDocument["document"],
) {
  const at = text.indexOf(from);
  if (at === -1) return undefined;
  const start = document.offsetAt(range.start) + at;
  return {
    title: `Change it to "${to}"`,
    edits: [{
      range: rangeIn(document, { start, end: start + from.length }),
      newText: to,
    }],
  };
}

function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Range["start"], b: Range["start"]): boolean {
  return a.line < b.line || a.line === b.line && a.character < b.character;
}
