import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import {
  inOrder,
  narrow,
  type ShapeView,
} from "../../../core/collection/shape/narrow.ts";
import { any } from "../../../core/collection/shape/make.ts";
import type { Shape } from "../../../core/collection/shape/types.ts";
import {
  type Block,
  blockOf,
  type Inline,
  quoted,
  type TreeCollection,
  type TreeEntry,
  type TreeValue,
} from "./write_tree.ts";
import { indented, type IndentedBodies } from "./indent_json.ts";

/** Why a file is left as it is: completes "Left it as it is: ". */
export class TreeRefusal extends Error {
  override name = "Refusal";
}

/**
 * A scalar in its one style: bodies and scripts are blocks of lines, as are
 * other texts of several; texts with placeholders are quoted; what is plain
 * stays plain, as numbers and words are not texts.
 */
function scalarValue(
  scalar: Scalar,
  { source, shape, bodies }: {
    source: string;
    shape: Shape;
    bodies: IndentedBodies;
  },
): Inline | Block {
  const { value, type, range } = scalar;
  const written = source.slice(range?.[0] ?? 0, range?.[1] ?? 0);
  const code = shape.kind === "text" ? shape.code : undefined;
  if (typeof value !== "string") return { kind: "inline", text: written };
  const isPlain = type === "PLAIN";
  // It could be a number for another reader.
  if (isPlain && /^[\w.+-]*$/.test(value)) {
    return { kind: "inline", text: value };
  }
  if (code !== undefined && value !== "") {
    const text = code === "json" ? indented(value, bodies) : value;
    return blockOf(text) ?? quoted(text);
  }
  if (type === "BLOCK_LITERAL") return blockOf(value) ?? quoted(value);
  if (type === "BLOCK_FOLDED") return folded(written) ?? textOf(value);
  if (isPlain && !value.includes("\n") && !value.includes("{{")) {
    return { kind: "inline", text: value };
  }
  // Whoever writes an escape means to show the character.
  return type === "QUOTE_DOUBLE" && /\\[^"\\n]/.test(written) &&
      !written.includes("\n")
    ? { kind: "inline", text: written }
    : textOf(value);
}

function textOf(text: string): Inline | Block {
  return text.includes("\n") ? blockOf(text) ?? quoted(text) : quoted(text);
}

/** Prose that is folded stays so, line by line. */
function folded(written: string): Block | undefined {
  const [header, ...rest] = written.replace(/\n$/, "").split("\n");
  const indent = /^ */.exec(rest.find((line) => line.trim() !== "") ?? "")![0];
  const style = /^>[+-]?(?=[ \t]|$)/.exec(header)?.[0];
  const isEven = rest.every((line) =>
    line.startsWith(indent) || line.trim() === ""
  );
  return style === undefined || indent === "" || !isEven ? undefined : {
    kind: "block",
    header: style,
    lines: rest.map((line) => line.slice(indent.length)),
  };
}

/** Where an entry stands in the text that was read. */
export interface EntryPlace {
  readonly entry: TreeEntry;
  /** Offset of its key or dash. */
  readonly start: number;
  readonly parent: TreePlace;
}

/** A collection in the text that was read. */
export interface TreePlace {
  readonly collection: TreeCollection;
  /** The collections around it, the innermost first. */
  readonly parent: TreePlace | undefined;
  /** Offset of its first entry. */
  readonly start: number;
}

/** A YAML text as a tree, and the places of all in it. */
export interface TreeReading {
  readonly root: TreeCollection;
  /** In the order of the text. */
  readonly places: readonly EntryPlace[];
  /** Puts the entries into the order of their shapes; comments have to be there. */
  sort(): void;
}

const ANY = any("Any data");

/**
 * Makes a tree of a mapping.
 *
 * @throws {TreeRefusal} It is written in a way that this cannot keep.
 */
export function toTree(
  contents: YAMLMap,
  { source, shape, bodies }: {
    source: string;
    shape: Shape;
    bodies: IndentedBodies;
  },
): TreeReading {
  const places: EntryPlace[] = [];
  const sorts: (() => void)[] = [];

  function valueOf(
    node: Node | null,
    shape: Shape,
    props: string,
    parent: TreePlace | undefined,
  ): TreeValue {
    if (node === null) return { kind: "inline", text: props };
    if (isAlias(node)) return { kind: "inline", text: `*${node.source}` };
    if (isScalar(node)) {
      return withProps(scalarValue(node, { source, shape, bodies }), props);
    }
    if (!isMap(node) && !isSeq(node)) {
      throw new TreeRefusal("it contains YAML that Brace cannot format");
    }
    const narrowed = narrow(shape, viewOf(node));
    const inline = inlineText(node, source, narrowed.kind !== "any");
    if (inline !== undefined) {
      return { kind: "inline", text: join(props, inline) };
    }
    const collection: TreeCollection = {
      kind: isMap(node) ? "mapping" : "list",
      props,
      entries: [],
      end: [],
    };
    const place = { collection, parent, start: startOf(node) };
    if (isMap(node)) addPairs(node, narrowed, place);
    else addItems(node, narrowed.kind === "list" ? narrowed.of : ANY, place);
    return collection;
  }

  function addPairs(
    node: YAMLMap,
    shape: Shape,
    place: TreePlace,
  ): void {
    const keys = shape.kind === "mapping" ? shape.keys : {};
    const isRaw = viewOf(node).text("interpolate") === "false";
    const names = new Map<TreeEntry, string>();
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const { key, value } = pair;
      if (!isScalar(key) || !key.range || key.anchor || isExplicit(pair)) {
        throw new TreeRefusal(
          'a key in it is more than a word (quote a placeholder: "{{name}}")',
        );
      }
      const [start, end] = key.range;
      const text = source.slice(start, end);
      const name = String(key.value);
      if (text === "" || text.includes("\n")) {
        throw new TreeRefusal("a key in it is more than a line");
      }
      const entry: TreeEntry = { key: text, before: [], value: NOTHING };
      places.push({ entry, start, parent: place });
      names.set(entry, name);
      place.collection.entries.push(entry);
      const of = Object.hasOwn(keys, name) ? keys[name] : ANY;
      const props = propsIn(pair.srcToken?.sep);
      entry.value = valueOf(value, isRaw ? unindented(of) : of, props, place);
    }
    if (shape.kind !== "mapping") return;
    const { collection } = place;
    sorts.push(() => {
      collection.entries = inOrder(
        collection.entries,
        shape,
        (entry) => names.get(entry)!,
      );
    });
  }

  function addItems(node: YAMLSeq, shape: Shape, place: TreePlace): void {
    const tokens = node.srcToken?.type === "block-seq"
      ? node.srcToken.items
      : undefined;
    node.items.forEach((item, index) => {
      const token = tokens?.[index];
      const value = item as Node | null;
      const dash = token?.start.find(({ type }) => type === "seq-item-ind");
      const start = dash?.offset ?? (value === null ? NaN : startOf(value));
      if (Number.isNaN(start)) {
        throw new TreeRefusal("an element in it is empty");
      }
      const entry: TreeEntry = { before: [], value: NOTHING };
      places.push({ entry, start, parent: place });
      place.collection.entries.push(entry);
      entry.value = valueOf(value, shape, propsIn(token?.start), place);
    });
  }

  const root = valueOf(contents, shape, "", undefined);
  if (root.kind !== "mapping") throw new TreeRefusal("it is in one line");
  return { root, places, sort: () => sorts.forEach((sort) => sort()) };
}

const NOTHING: TreeValue = { kind: "inline", text: "" };

/** What decides about a node's shape. */
export function viewOf(node: Node): ShapeView {
  return {
    kind: isMap(node) ? "mapping" : isSeq(node) ? "list" : "scalar",
    text: (...keys) => {
      let at: unknown = node;
      for (const key of keys) at = isMap(at) ? at.get(key, true) : undefined;
      return isScalar(at) && at.value !== null ? String(at.value) : undefined;
    },
  };
}

/** JSON that is sent as it is written keeps its white space. */
function unindented(shape: Shape): Shape {
  return shape.kind === "text" && shape.code === "json"
    ? { ...shape, code: "text" }
    : shape;
}

/** A collection that is written between brackets and stays so. */
function inlineText(
  node: YAMLMap | YAMLSeq,
  source: string,
  isKnown: boolean,
): string | undefined {
  const { range, flow, items } = node;
  if (!range) {
    throw new TreeRefusal("it contains YAML that Brace cannot format");
  }
  if (!flow) return undefined;
  const text = source.slice(range[0], range[1]);
  const isShort = !/[\n#]/.test(text);
  if (items.length === 0 && isShort) return text;
  if (isShort && !isKnown) return text;
  if (!/[*&!]/.test(text)) return undefined;
  visit(node, {
    Node(_, inside) {
      if (isAlias(inside) || inside.anchor || inside.tag) {
        throw new TreeRefusal(
          "an anchor, an alias or a tag stands between brackets",
        );
      }
    },
  });
  return undefined;
}

function startOf(node: Node): number {
  if (!node.range) {
    throw new TreeRefusal("it contains YAML that Brace cannot format");
  }
  return node.range[0];
}

/** Whether a key is written with `? `. */
function isExplicit({ srcToken }: Pair): boolean {
  return srcToken?.start.some(({ type }) => type === "explicit-key-ind") ??
    false;
}

/** Anchor and tag before a value. */
function propsIn(
  tokens: readonly { type: string; source: string }[] = [],
): string {
  return tokens.filter(({ type }) => type === "anchor" || type === "tag")
    .map(({ source }) => source).join(" ");
}

function withProps(value: TreeValue, props: string): TreeValue {
  switch (value.kind) {
    case "inline":
      return { ...value, text: join(props, value.text) };
    case "block":
      return { ...value, header: join(props, value.header) };
    default:
      return value;
  }
}

function join(props: string, text: string): string {
  return props === "" || text === "" ? props + text : `${props} ${text}`;
}
