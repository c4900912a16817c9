import { type ParsedNode, visit } from "yaml";
import { expandsBeyond } from "../../../core/source/plain_value.ts";
import type { FileKind } from "../../../core/collection/format.ts";
import { styleOf } from "../../convert/format/format_yaml.ts";
import { stayingOf } from "../matched.ts";
import {
  applyEdit,
  dataOf,
  type DataPart,
  dataPart,
  EditRefusal,
  entriesOf,
} from "../model.ts";
import type { TextChange } from "../../../core/source/text_changes.ts";
import type { Edit, EditData } from "../types.ts";
import type { Indentation } from "./render.ts";
import {
  isAlias,
  readSource,
  splitSource,
  type YamlSource,
  type YamlText,
} from "./source.ts";
import { type YamlPart, YamlWriter } from "./write_parts.ts";

/** Values that a file may have with its aliases written out. */
const MAX_VALUES = 1_000_000;

/** The changes of a YAML text that apply edits to it, and what it says afterwards. */
export function yamlChanges(
  text: string,
  data: EditData,
  { kind, edits }: { kind: FileKind; edits: readonly Edit[] },
): { changes: TextChange[]; data: EditData; lost?: undefined } {
  const hasAliases = text.includes("&") && text.includes("*");
  if (hasAliases && expandsBeyond(data, MAX_VALUES)) {
    throw new EditRefusal("its aliases stand for too much");
  }
  const yaml = readSource(text);
  const root = dataPart(data, yaml.root);
  for (const edit of edits) applyEdit(root, edit, splitSource);
  if (hasAliases) ownAliases(root, yaml);
  const { shape, spaced } = styleOf(kind);
  const writer = new YamlWriter(yaml, indentationOf(text), spaced);
  return {
    changes: writer.write(root, shape),
    data: dataOf(root) ?? null,
  };
}

/** How many characters of a file are read to find out how it indents. */
const MAX_LOOK = 20_000;

/** As the file indents; as `brace fmt` does where nothing shows it. */
function indentationOf(whole: string): Indentation {
  const text = whole.slice(0, MAX_LOOK);
  const nested = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n( *)[^\s#-]/m.exec(
    text,
  );
  const listed = /^( *)(?:- )?[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n( *)- /m
    .exec(text);
  const step = nested ? nested[2].length - nested[1].length : 2;
  const dash = listed ? listed[2].length - listed[1].length : step;
  return {
    step: step > 0 ? step : 2,
    dash: dash >= 0 && dash <= 8 ? dash : 2,
  };
}

/** Writes out the aliases of what changes, so that nothing else changes with it. */
function ownAliases(root: YamlPart, { document }: YamlText): void {
  const anchors = new Map<string, ParsedNode>();
  const sources = new Map<ParsedNode, ParsedNode>();
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        const source = anchors.get(node.source);
        if (source) sources.set(node as ParsedNode, source);
      } else if ("anchor" in node && node.anchor) {
        anchors.set(node.anchor as string, node as ParsedNode);
      }
    },
  });
  if (sources.size === 0) return;
  for (;;) {
    const touched = new Set<unknown>();
    markTouched(root, document.contents, touched);
    if (!replaceAliases(root, (node) => touched.has(sources.get(node!)))) {
      return;
    }
  }
}

/** Gathers the nodes that are not what they were: they, or something in them. */
function markTouched(
  part: YamlPart | undefined,
  node: ParsedNode | null,
  touched: Set<unknown>,
): void {
  if (node === null || part && !part.changed) return;
  touched.add(node);
  if (!part || part.replaced || !part.entries) {
    visit(node, { Node: (_, inside) => void touched.add(inside) });
    return;
  }
  const byIndex = new Map(part.entries.map((one) => [one.index, one.part]));
  const staying = stayingOf(part.entries);
  const sources = splitSource(part.source!) ?? [];
  for (const [index, source] of sources.entries()) {
    // An anchor that goes elsewhere may come behind its aliases.
    const one = staying.has(index) ? byIndex.get(index) : undefined;
    markTouched(one, source.node, touched);
  }
}

/** Gives aliases values of their own; says whether there was one. */
function replaceAliases(
  part: DataPart<YamlSource>,
  isTouched: (node: ParsedNode | null) => boolean,
  isElsewhere = false,
): boolean {
  const { source } = part;
  if (part.replaced || source === undefined) return false;
  if (isAlias(source.node)) {
    if (!isElsewhere && !isTouched(source.node)) return false;
    part.replaced = true;
    part.changed = true;
    return true;
  }
  let found = false;
  const entries = entriesOf(part, splitSource) ?? [];
  const staying = stayingOf(entries);
  for (const { index, part: inner } of entries) {
    const isOther = isElsewhere || index !== undefined && !staying.has(index);
    if (replaceAliases(inner, isTouched, isOther)) found = true;
  }
  if (found) part.changed = true;
  return found;
}
