import {
  type ClientCapabilities,
  type CompletionItem,
  InsertTextFormat,
} from "vscode-languageserver";

/**
 * Makes items what a client can write. Text with line breaks is a snippet: only
 * who reads those is known to write lines. Others get its name in one line, and
 * no whole files: Neovim up to 0.10 would write the breaks as NUL.
 */
export function itemsFor(
  { textDocument }: ClientCapabilities,
): (items: readonly CompletionItem[]) => CompletionItem[] {
  const isReader =
    textDocument?.completion?.completionItem?.snippetSupport === true;
  return (items) =>
    items.flatMap((item): CompletionItem[] => {
      const { textEdit, label } = item;
      if (!textEdit?.newText.includes("\n")) return [item];
      if (isReader) {
        return [{
          ...item,
          insertTextFormat: InsertTextFormat.Snippet,
          textEdit: { ...textEdit, newText: snippet(textEdit.newText) },
        }];
      }
      const isName = textEdit.newText.startsWith(label) &&
        !label.includes("\n");
      return isName
        ? [{ ...item, textEdit: { ...textEdit, newText: label } }]
        : [];
    });
}

/** A text as a snippet, with the cursor in its first empty line. */
function snippet(text: string): string {
  return text.replaceAll(/[\\$]/g, "\\$&")
    .replace(/(?<=\n +)(?=\n)/, () => "$0");
}
