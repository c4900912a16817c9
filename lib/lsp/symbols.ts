import { type DocumentSymbol, SymbolKind } from "vscode-languageserver";
import { isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import { type OpenDocument, rangeIn } from "./document.ts";
import { parseForCursor } from "./place/yaml_cursor.ts";

/** The parts of a file: its keys down to rows with names, or the blocks of a .bru file. */
export function symbols({ document }: OpenDocument): DocumentSymbol[] {
  const text = document.getText();
  if (document.uri.endsWith(".bru")) return bruSymbols(document, text);
  const { contents } = parseForCursor(text);
  return isMap(contents) ? membersOf(contents as Node, document, 0) : [];
}

/** Deeper than this are the insides of bodies and values. */
const MAX_DEPTH = 4;

function membersOf(
  node: Node | null,
  document: OpenDocument["document"],
  depth: number,
): DocumentSymbol[] {
  if (depth > MAX_DEPTH) return [];
  if (isMap(node)) {
    return (node.items as Pair<Node, Node | null>[]).flatMap((pair) => {
      const { key, value } = pair;
      if (!isScalar(key) || !key.range) return [];
      const [start, keyEnd] = key.range;
      const end = Math.max(keyEnd, value?.range?.[1] ?? 0);
      const children = membersOf(value, document, depth + 1);
      return depth > 0 && children.length === 0 ? [] : [{
        name: String(key.value),
        kind: SymbolKind.Property,
        range: rangeIn(document, { start, end }),
        selectionRange: rangeIn(document, { start, end: keyEnd }),
        children,
      }];
    });
  }
  if (!isSeq(node)) return [];
  return (node.items as (Node | null)[]).flatMap((item) => {
    if (!isMap(item) || !item.range) return [];
    const name = labelOf(item);
    if (name === undefined) return [];
    const range = rangeIn(document, {
      start: item.range[0],
      end: item.range[1],
    });
    return [{
      name,
      kind: SymbolKind.Field,
      range,
      selectionRange: { start: range.start, end: range.start },
    }];
  });
}

/** What tells an element of a list from others. */
function labelOf(item: { get(key: string): unknown }): string | undefined {
  for (const key of ["name", "type", "expression", "title"]) {
    const label = item.get(key);
    if (typeof label === "string" && label !== "") return label;
  }
  return undefined;
}

function bruSymbols(
  document: OpenDocument["document"],
  text: string,
): DocumentSymbol[] {
  const blocks = text.matchAll(
    /^([\w:-]+)[ \t]*([{[])[ \t]*$[^]*?^[}\]][ \t]*$/gm,
  );
  return [...blocks].map(({ 0: block, 1: name, index: start }) => ({
    name,
    kind: SymbolKind.Property,
    range: rangeIn(document, { start, end: start + block.length }),
    selectionRange: rangeIn(document, { start, end: start + name.length }),
  }));
}
