import type { ParsedNode, YAMLMap, YAMLSeq } from "yaml";
import type { Shape } from "../../../core/collection/shape/types.ts";
import { doubleQuoted } from "../../convert/format/write_tree.ts";
import { keyText } from "../../convert/yaml.ts";
import {
  type DataEntry,
  dataOf,
  type DataPart,
  EditRefusal,
} from "../model.ts";
import { changedLines, linesOf, nextLine, startOfLine } from "../lines.ts";
import {
  type TextChange,
  withChanges,
} from "../../../core/source/text_changes.ts";
import type { EditData } from "../types.ts";
import { blockEntries } from "./block_entries.ts";
import {
  entryLines,
  flowText,
  type Indentation,
  type NewLines,
  newScalar,
  newValue,
  shapeBelow,
} from "./render.ts";
import { restyled } from "./scalar.ts";
import {
  contentEnd,
  isFlow,
  isMap,
  isScalar,
  isSeq,
  splitSource,
  type YamlSource,
  type YamlText,
} from "./source.ts";

/** A value that is there, as the model has it after edits. */
export type YamlPart = DataPart<YamlSource>;

/** What a value stands in. */
export interface YamlPlace {
  readonly shape: Shape;
  /** Column of its key or dash. */
  readonly indent: number;
  readonly isElement: boolean;
}

/** Finds the changes of a text that make it say what a model says. */
export class YamlWriter {
  readonly #isJson: boolean;

  constructor(
    readonly yaml: YamlText,
    readonly style: Indentation,
    /** Whether blank lines stand between the parts of such a file. */
    readonly isSpaced: boolean,
  ) {
    this.#isJson = isFlow(yaml.document.contents);
  }

  /** The changes for all of it. */
  write(root: YamlPart, shape: Shape): TextChange[] {
    if (!root.changed) return [];
    const { source } = root;
    if (source?.node === null || isEmpty(source!.node)) {
      return this.#start(root, shape);
    }
    if (root.replaced) {
      throw new EditRefusal("it is not a mapping (write it as text)");
    }
    return this.#part(root, { shape, indent: 0, isElement: false });
  }

  /** Writes the first value into an empty file. */
  #start(root: YamlPart, shape: Shape): TextChange[] {
    const { text, eol } = this.yaml;
    const { lines } = newValue(dataOf(root)!, shape, -this.style.step, {
      ...this.style,
      dash: this.style.step,
    });
    const end = text.length;
    return [{
      start: end,
      end,
      text: lines.map((line) => line + eol).join(""),
    }];
  }

  #part(part: YamlPart, place: YamlPlace): TextChange[] {
    if (!part.changed) return [];
    const { source, entries } = part;
    const node = source?.node ?? null;
    if (part.replaced || !entries || source === undefined) {
      return this.#value(part, place);
    }
    if (isFlow(node)) {
      const wasEmpty = (node as YAMLMap | YAMLSeq).items.length === 0;
      return wasEmpty && !this.#isJson
        ? this.#value(part, place)
        : this.#inBrackets(part, place.shape);
    }
    if (entries.length === 0) return this.#value(part, place);
    const data = dataOf(part);
    return blockEntries({
      yaml: this.yaml,
      source,
      data,
      shape: place.shape,
      entries,
      isSpaced: this.isSpaced && node === this.yaml.document.contents,
      changesOf: ({ key, part }, indent) =>
        this.#part(part, {
          shape: shapeBelow(place.shape, data, key),
          indent,
          isElement: key === undefined,
        }),
      linesOf: ({ key, part }, indent) =>
        entryLines(
          key,
          dataOf(part) ?? null,
          shapeBelow(place.shape, data, key),
          indent,
          this.style,
        ),
    });
  }

  /** Another value in the place of one. */
  #value(part: YamlPart, place: YamlPlace): TextChange[] {
    const { text, eol } = this.yaml;
    const data = dataOf(part) ?? null;
    const source = part.source!;
    const { node, after } = source;
    const { head, lines } = this.#rendered(data, source, place);
    const end = contentEnd(this.yaml, source);
    const below = lines.map((line) => line + eol);
    const isBlockScalar = isScalar(node) &&
      (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED");
    if (isBlockScalar) {
      const start = head === "" ? after : node.range[0];
      return [
        changedLines(start, linesOf(text.slice(start, nextLine(text, end))), [
          head + eol,
          ...below,
        ]),
      ];
    }
    if ((isMap(node) || isSeq(node)) && !node.flow) {
      return this.#overBlock(source, end, { head, lines: below });
    }
    const empty = node === null || isEmpty(node);
    const start = empty || head === "" ? after : node.range[0];
    const changes = [{
      start,
      end,
      text: start === after && head !== "" ? ` ${head}` : head,
    }];
    if (below.length > 0) {
      const at = nextLine(text, end);
      changes.push({ start: at, end: at, text: below.join("") });
    }
    return changes;
  }

  /** A value in the place of a mapping or list that has lines of its own. */
  #overBlock(
    source: YamlSource,
    end: number,
    { head, lines }: NewLines,
  ): TextChange[] {
    const { text, eol } = this.yaml;
    const { after } = source;
    const first = splitSource(source)?.[0].start ?? after;
    const until = nextLine(text, end);
    if (startOfLine(text, first) <= after) {
      return [{ start: first, end: until, text: head + eol + lines.join("") }];
    }
    const from = nextLine(text, after);
    const change = changedLines(from, linesOf(text.slice(from, until)), lines);
    return head === ""
      ? [change]
      : [{ start: after, end: after, text: ` ${head}` }, change];
  }

  #rendered(
    data: EditData,
    { node, start, after }: YamlSource,
    { shape, indent, isElement }: YamlPlace,
  ): NewLines {
    const step = isElement ? 2 : this.style.step;
    if (typeof data !== "object" || data === null) {
      if (!isScalar(node) || isEmpty(node)) {
        return newScalar(data, shape, indent, { step });
      }
      const end = contentEnd(this.yaml, {
        node,
        start: 0,
        after: node.range[0],
      });
      return restyled(data, {
        type: node.type,
        written: this.yaml.text.slice(node.range[0], end),
        value: String(node.value),
      }, { shape, indent, step });
    }
    if (!isElement) return newValue(data, shape, indent, this.style);
    // Nothing but a scalar goes on behind an anchor or a tag.
    if (after > start + 1) {
      return newValue(data, shape, indent, { step: 2, dash: 2 });
    }
    const [first, ...rest] = entryLines(
      undefined,
      data,
      shape,
      indent,
      this.style,
    );
    return { head: first.trimStart().slice(2), lines: rest };
  }

  /** The changes of a mapping or list in brackets. */
  #inBrackets(part: YamlPart, shape: Shape): TextChange[] {
    const { entries = [] } = part;
    const { text, eol } = this.yaml;
    const source = part.source!;
    const node = source.node as YAMLMap & ParsedNode;
    const sources = splitSource(source)!;
    const nested = entries.map((entry) => this.#flowEntry(entry, shape));
    const isSame = entries.length === sources.length &&
      entries.every(({ index }, at) => index === at);
    if (isSame) return nested.flat();
    const [open, close] = [node.range[0] + 1, node.range[1] - 1];
    if (entries.length === 0) return [{ start: open, end: close, text: "" }];
    const first = sources[0]?.start ?? open;
    const isMulti = text.slice(open, first).includes("\n");
    const indent = first - startOfLine(text, first);
    const style = {
      isJson: this.#isJson,
      ...(isMulti && this.#isJson &&
        { lines: { eol, indent, step: this.style.step } }),
    };
    const gap = isMulti ? `,${eol}${" ".repeat(indent)}` : ", ";
    const endOf = (index: number) => contentEnd(this.yaml, sources[index]);
    const parts = entries.map(({ key, index, part }, at) => {
      if (index !== undefined) {
        return withChanges(
          text,
          nested[at],
          sources[index].start,
          endOf(index),
        );
      }
      const value = flowText(dataOf(part) ?? null, style);
      return key === undefined
        ? value
        : `${this.#isJson ? doubleQuoted(key) : keyText(key)}: ${value}`;
    });
    let inner = parts[0];
    for (let at = 1; at < parts.length; at++) {
      const [before, index] = [entries[at - 1].index, entries[at].index];
      inner += (before !== undefined && index === before + 1
        ? text.slice(endOf(before), sources[index].start)
        : gap) + parts[at];
    }
    if (sources.length === 0) {
      const pad = isSeq(node) || this.#isJson ? "" : " ";
      return [{ start: open, end: close, text: pad + inner + pad }];
    }
    return [{ start: first, end: endOf(sources.length - 1), text: inner }];
  }

  #flowEntry(
    { part, index }: DataEntry<YamlSource>,
    shape: Shape,
  ): TextChange[] {
    if (!part.changed || index === undefined) return [];
    const { source, entries } = part;
    if (!part.replaced && entries && isFlow(source!.node)) {
      return this.#inBrackets(part, shape);
    }
    const { node, after } = source!;
    const end = contentEnd(this.yaml, source!);
    const data = dataOf(part) ?? null;
    const isSingle = isScalar(node) && node.type === "QUOTE_SINGLE" &&
      typeof data === "string" && /^[ -~]*$/.test(data);
    const isDouble = isScalar(node) && node.type === "QUOTE_DOUBLE" &&
      typeof data === "string";
    const value = isSingle
      ? `'${data.replaceAll("'", "''")}'`
      : isDouble
      ? doubleQuoted(data)
      : flowText(data, { isJson: this.#isJson });
    return node === null || isEmpty(node)
      ? [{ start: after, end: after, text: ` ${value}` }]
      : [{ start: node.range[0], end, text: value }];
  }
}

/** Whether nothing is written there. */
function isEmpty(node: ParsedNode | null): boolean {
  return isScalar(node) && node.source === "" && node.type === "PLAIN";
}
