import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type YAMLSeq,
} from "yaml";
import { EditRefusal } from "../model.ts";

/** A value in a YAML text, and where it stands. */
export interface YamlSource {
  readonly node: ParsedNode | null;
  /** Where its entry begins: its key, its dash, or itself in brackets and at the root. */
  readonly start: number;
  /** Where its value may begin: behind the colon or dash, and its anchor and tag. */
  readonly after: number;
}

/** A YAML text without BOM that ends with a line end. */
export interface YamlText {
  readonly text: string;
  readonly document: Document<ParsedNode>;
  readonly eol: "\n" | "\r\n";
}

/** Reads a text for edits. */
export function readSource(text: string): YamlText & { root: YamlSource } {
  const document = parseDocument(text, {
    // Only places are of interest.
    schema: "failsafe",
    strict: false,
    uniqueKeys: false,
    prettyErrors: false,
    keepSourceTokens: true,
    logLevel: "silent",
  }) as Document<ParsedNode>;
  if (document.errors.length > 0) {
    throw new EditRefusal("it is not valid YAML (mend it as text)");
  }
  const node = document.contents;
  const start = node?.range[0] ?? text.length;
  return {
    text,
    document,
    eol: /\r\n/.test(text) && !/[^\r]\n/.test(text) ? "\r\n" : "\n",
    root: { node, start, after: start },
  };
}

/** The sources of what a collection holds; undefined for what stands elsewhere. */
export function splitSource({ node }: YamlSource): YamlSource[] | undefined {
  if (isMap(node)) return node.items.map((pair) => ofPair(pair as Pair));
  if (isSeq(node)) return ofItems(node);
  return undefined;
}

interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}

function ofPair({ key, value, srcToken }: Pair): YamlSource {
  if (!isScalar(key) || !key.range || !srcToken) {
    throw new EditRefusal("it has keys that are not texts");
  }
  const token = srcToken as { start: Token[]; sep?: Token[] };
  const isOdd = token.start.some(({ type }) =>
    type === "explicit-key-ind" || type === "anchor" || type === "tag"
  );
  if (isOdd) throw new EditRefusal("it has keys with a mark before them");
  const [start, end] = key.range;
  const after = endOfMarks(token.sep ?? [], "map-value-ind", end);
  return { node: value as ParsedNode | null, start, after };
}

function ofItems(list: YAMLSeq): YamlSource[] {
  const nodes = list.items as ParsedNode[];
  const { srcToken } = list;
  if (list.flow || srcToken?.type !== "block-seq") {
    return nodes.map((node) => {
      const [start] = node.range;
      return { node, start, after: start };
    });
  }
  const starts = srcToken.items.map(({ start }) => start as Token[]).filter((
    tokens,
  ) => tokens.some(({ type }) => type === "seq-item-ind"));
  if (starts.length !== nodes.length) {
    throw new EditRefusal("it has a list that cannot be followed");
  }
  return nodes.map((node, index) => {
    const tokens = starts[index];
    const dash = tokens.find(({ type }) => type === "seq-item-ind")!;
    return {
      node,
      start: dash.offset,
      after: endOfMarks(tokens, "seq-item-ind", dash.offset + 1),
    };
  });
}

/** Behind the colon or dash, the anchor and the tag. */
function endOfMarks(tokens: readonly Token[], mark: string, least: number) {
  let end = least;
  let isBehind = false;
  for (const { type, offset, source } of tokens) {
    if (type === mark) isBehind = true;
    if (type === mark || isBehind && (type === "anchor" || type === "tag")) {
      end = offset + source.length;
    }
  }
  return end;
}

/** Where the content of a value ends: not what follows it on its line, and no line end. */
export function contentEnd(
  { text }: Pick<YamlText, "text">,
  { node, after }: YamlSource,
): number {
  if (node === null) return after;
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = splitSource({ node, start: 0, after: 0 })?.at(-1);
    return last ? contentEnd({ text }, last) : node.range[1];
  }
  if (isScalar(node)) {
    if (node.source === "" && node.type === "PLAIN") return after;
    if (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED") {
      return blockEnd(text, node.range);
    }
  }
  return node.range[1];
}

/** Whether a value ends with a block that takes in the blank lines behind it. */
export function keepsBlanks(
  { text }: Pick<YamlText, "text">,
  { node }: YamlSource,
): boolean {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = splitSource({ node, start: 0, after: 0 })?.at(-1);
    return last !== undefined && keepsBlanks({ text }, last);
  }
  return isScalar(node) &&
    /^[|>]\d?\+/.test(text.slice(node.range[0], node.range[0] + 3));
}

/** Blank lines at the end are of the file unless "+" keeps them. */
function blockEnd(text: string, [start, end]: readonly number[]): number {
  const header = text.slice(start, lineEnd(text, start));
  let at = end;
  if (/^[|>]\d?\+/.test(header)) {
    return text[at - 1] === "\n" ? at - (text[at - 2] === "\r" ? 2 : 1) : at;
  }
  while (at > start && " \t\r\n".includes(text[at - 1])) at--;
  // Blanks of its last line are its own.
  const line = lineEnd(text, at);
  return Math.min(line, end);
}

/** Where the line of an offset ends, before its line end. */
export function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  if (at === -1) return text.length;
  return at > from && text[at - 1] === "\r" ? at - 1 : at;
}

/** Whether a value stands in brackets. */
export function isFlow(node: ParsedNode | null): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

export { isAlias, isMap, isScalar, isSeq };
