import type { Hover } from "vscode-languageserver";
import { describeVariable } from "./describe_variable.ts";
import { type OpenDocument, rangeIn } from "./document.ts";
import { nameAt } from "./name_at.ts";
import { yamlCursor } from "./yaml_cursor.ts";

/** What there is to say about a place: a variable's value and where it comes from, or a key. */
export async function hover(
  open: OpenDocument,
  offset: number,
): Promise<Hover | null> {
  const { document, kind } = open;
  const found = await nameAt(open, offset);
  if (found) {
    const value = await describeVariable(found.name, open) ??
      `Nothing defines **${found.name}**`;
    return {
      contents: { kind: "markdown", value },
      range: rangeIn(document, found),
    };
  }
  if (document.uri.endsWith(".bru")) return null;
  const { shape, key } = yamlCursor(document.getText(), offset, kind);
  if (key === undefined || shape.kind !== "mapping") return null;
  const about = Object.hasOwn(shape.keys, key)
    ? shape.keys[key].about
    : undefined;
  return about === undefined
    ? null
    : { contents: { kind: "plaintext", value: about } };
}
