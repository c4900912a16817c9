import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic as EditorDiagnostic,
  DiagnosticSeverity,
  type Range,
  type TextEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { definingEdits } from "./define_variable.ts";
import { fixEdits } from "../tools/check/fixes/fix_edits.ts";
import { rootName } from "../core/template/template_of.ts";
import { fixPlaces } from "../host/check/fix_places.ts";
import type { Diagnostic } from "../core/source/diagnostic.ts";
import { type OpenDocument, rangeIn, ranges } from "./document.ts";
import { quotedText } from "./quoted_text.ts";
import type { EditorSession } from "./session.ts";
import { inFlags } from "../tools/report/text/flag_words.ts";

/**
 * What fixes problems of a stretch without a question. A cursor stands for its
 * line, where editors show the problem; what it is on comes first.
 */
export async function codeActions(
  open: OpenDocument,
  range: Range,
): Promise<CodeAction[]> {
  const { session, path } = open;
  const found = await session.diagnosticsOf(path);
  const shown = await toDiagnostics(session, path);
  const actions: CodeAction[] = [];
  const ofLine: CodeAction[] = [];
  const rangeOf = ranges(session);
  for (const [index, diagnostic] of found.entries()) {
    const place = rangeOf({ ...diagnostic.location, file: path });
    if (touches(place, range)) {
      for (const action of await actionFor(diagnostic, shown[index], open)) {
        actions.push({ ...action, isPreferred: true });
      }
    } else if (isCursor(range) && place.start.line === range.start.line) {
      ofLine.push(...await actionFor(diagnostic, shown[index], open));
    }
  }
  return [...actions, ...ofLine];
}

async function actionFor(
  diagnostic: Diagnostic,
  shown: EditorDiagnostic,
  open: OpenDocument,
): Promise<CodeAction[]> {
  const fixed = await fixedText(diagnostic, open) ??
    onRequest(diagnostic, shown.range, open);
  return fixed === undefined ? [] : [{
    title: fixed.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [shown],
    edit: { changes: { [fixed.uri ?? open.document.uri]: fixed.edits } },
  }];
}

interface Fixed {
  readonly title: string;
  /** Default: that of the document. */
  readonly uri?: string;
  readonly edits: TextEdit[];
}

/** As `brace check --fix` does it. */
async function fixedText(
  { fix }: Diagnostic,
  { document, path }: OpenDocument,
): Promise<Fixed | undefined> {
  const edits = fix &&
    await fixEdits(path, document.getText(), fix, fixPlaces);
  return edits && {
    title: fix.title,
    edits: edits.map(({ offset, length, text }) => ({
      range: rangeIn(document, { start: offset, end: offset + length }),
      newText: text,
    })),
  };
}

/** Only on request: another word may send what was not sent before, such as credentials. */
function onRequest(
  { code, suggestion, location, expression }: Diagnostic,
  range: Range,
  open: OpenDocument,
): Fixed | undefined {
  const written = open.document.getText(range);
  switch (code) {
    case "UNKNOWN_KEY": {
      const key = location?.keys?.at(-1);
      return typeof key === "string"
        ? changedWord(key, suggestion, range, open)
        : undefined;
    }
    case "UNKNOWN_OPERATOR":
    case "INVALID_FIELD": {
      const word = written.replace(/^(["'])(.*)\1$/, "$2");
      return changedWord(word, suggestion, range, open);
    }
    case "UNKNOWN_MEMBER":
      return changedMember(suggestion, range, open);
    case "UNDEFINED_VARIABLE": {
      if (suggestion === undefined) {
        return expression === undefined ? undefined : defined(expression, open);
      }
      // A script names it as text.
      const name = expression === undefined ? written : rootName(expression);
      // Of several that are as near, this one may be meant.
      return changedWord(name ?? "", suggestion, range, open);
    }
    case "YAML_SYNTAX":
      return quotedPlaceholder(range, open);
    default:
      return undefined;
  }
}

function changedWord(
  word: string,
  suggestion: string | undefined,
  range: Range,
  { document }: OpenDocument,
): Fixed | undefined {
  const at = document.getText(range).indexOf(word);
  if (suggestion === undefined || word === "" || at === -1) return undefined;
  const start = document.offsetAt(range.start) + at;
  return {
    title: `Change it to "${suggestion}"`,
    edits: [{
      range: rangeIn(document, { start, end: start + word.length }),
      newText: suggestion,
    }],
  };
}

/** The last name of a chain such as `res.getStaus`, or a name alone. */
function changedMember(
  suggestion: string | undefined,
  range: Range,
  { document }: OpenDocument,
): Fixed | undefined {
  const end = document.offsetAt(range.end);
  const [word] = /(?<=^|\.\s*)[\w$]+$/.exec(document.getText(range)) ?? [];
  // A chain over several lines is marked to the end of its first one.
  const isChain = document.getText(range).includes(".");
  const goesOn = isChain &&
    /^[ \t]*\r?\n\s*\??\./.test(document.getText().slice(end));
  if (suggestion === undefined || word === undefined || goesOn) {
    return undefined;
  }
  return {
    title: `Change it to "${suggestion}"`,
    edits: [{
      range: rangeIn(document, { start: end - word.length, end }),
      newText: suggestion,
    }],
  };
}

/** A row for a variable that nothing defines. */
function defined(
  expression: string,
  { session }: OpenDocument,
): Fixed | undefined {
  const { file, edits } = definingEdits(expression, session) ?? {};
  if (file === undefined || edits === undefined) return undefined;
  const text = session.files.get(file) ?? "";
  const document = TextDocument.create("", "", 0, text);
  return {
    title: `Define it in ${file}`,
    uri: session.uriOf(file),
    edits: edits.map(({ offset, length, text }) => ({
      range: rangeIn(document, { start: offset, end: offset + length }),
      newText: text,
    })),
  };
}

/** Quotes around a text that begins with a placeholder, which YAML reads as a mapping. */
function quotedPlaceholder(
  range: Range,
  { document, path }: OpenDocument,
): Fixed | undefined {
  const start = document.offsetAt(range.start);
  const quoted = quotedText(path, document.getText(), start);
  return quoted && {
    title: "Put quotes around it",
    edits: [{ range: rangeIn(document, quoted), newText: quoted.text }],
  };
}

function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isCursor({ start, end }: Range): boolean {
  return start.line === end.line && start.character === end.character;
}

function isBefore(a: Range["start"], b: Range["start"]): boolean {
  return a.line < b.line || a.line === b.line && a.character < b.character;
}

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
} as const satisfies Record<Diagnostic["severity"], DiagnosticSeverity>;

/** What is wrong in a file, as editors show it; quickly what some requests tell of it. */
export async function toDiagnostics(
  session: EditorSession,
  path: string,
  options: { readonly quick?: boolean } = {},
): Promise<EditorDiagnostic[]> {
  const masker = session.masker();
  const rangeOf = ranges(session);
  const found = await session.diagnosticsOf(path, options);
  return await Promise.all(found.map(async (one) => {
    const { code, severity, message, location = {}, notes = [], related = [] } =
      masker.maskDiagnostic(inFlags(one));
    const places = await session.locate(
      related.map((it) => ({ ...one, location: it.location })),
    );
    return {
      range: rangeOf({ ...location, file: location.file ?? path }),
      severity: SEVERITIES[severity],
      code,
      source: "brace",
      message: [message, ...notes].join("\n"),
      relatedInformation: related.map(({ message }, index) => {
        const { location = {} } = places[index];
        return {
          message,
          location: {
            uri: session.uriOf(location.file ?? path),
            range: rangeOf({ ...location, file: location.file ?? path }),
          },
        };
      }),
    };
  }));
}
