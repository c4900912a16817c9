import type { TextEdit } from "vscode-languageserver";
import { formatFile } from "../tools/convert/format/format_file.ts";
import { styleOf } from "../tools/convert/format/style_of.ts";
import { withoutEnvironment } from "../host/without_environment.ts";
import { type OpenDocument, rangeIn } from "./document.ts";

/** What `brace fmt` changes in a file; nothing for .bru files, and for what it leaves alone. */
export function formatDocument(
  { document, path, kind }: OpenDocument,
): TextEdit[] {
  if (!/\.ya?ml$/.test(path)) return [];
  const text = document.getText();
  const formatted =
    withoutEnvironment(() => formatFile(path, text, styleOf(kind))).text;
  return formatted === undefined || formatted === text ? [] : [{
    range: rangeIn(document, { start: 0, end: text.length }),
    newText: formatted,
  }];
}
