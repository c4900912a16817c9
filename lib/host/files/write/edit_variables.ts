import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";

type Yaml = typeof import("../../locate/yaml_library.ts");
type Path = readonly (string | number)[];

/** What becomes of a list of variables in a YAML text. */
export interface VariableEdits {
  /** Path of the element that gets a value. */
  readonly set: readonly { readonly element: Path; readonly value: unknown }[];
  /** Path of the element that goes. */
  readonly removed: readonly Path[];
  readonly added: readonly Readonly<Record<string, unknown>>[];
  /** Path of the list. */
  readonly list: Path;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Changes variables where they stand in a text with LF line ends, which the
 * document is of, so that all else stays to the character. Undefined where the list is written in a way
 * that this cannot do, such as in one line.
 */
export function editVariables(
  yaml: Yaml,
  { document, text }: { document: Document; text: string },
  { set, removed, added, list }: VariableEdits,
): string | undefined {
  const edits: Edit[] = [];
  for (const { element, value } of set) {
    const edit = replaced(yaml, { document, text, element, value });
    if (edit === undefined) return undefined;
    edits.push(edit);
  }
  if (removed.length > 0 || added.length > 0) {
    const items = document.getIn(list, true);
    if (!yaml.isSeq(items) || items.flow === true) return undefined;
    const lines = items.items.map((item) => itemLines(text, item as Node));
    const last = lines.at(-1);
    if (last === undefined || removed.length === lines.length) return undefined;
    for (const path of removed) {
      const index = Number(path[list.length]);
      const line = lines[index];
      if (line === undefined) return undefined;
      const start = index === 0 ? line.start : withComments(text, line.start);
      edits.push({ start, end: line.end, text: "" });
    }
    const news = added.map((one) => elementText(yaml, last.prefix, one));
    const gap = news.length > 0 && text[last.end - 1] !== "\n" ? "\n" : "";
    edits.push({ start: last.end, end: last.end, text: gap + news.join("") });
  }
  // From the end, so that the places before stay what they are.
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce(
    (all, { start, end, text }) => all.slice(0, start) + text + all.slice(end),
    text,
  );
}

function replaced(
  yaml: Yaml,
  { document, text, element, value }: {
    document: Document;
    text: string;
    element: Path;
    value: unknown;
  },
): Edit | undefined {
  const path = [...element, "value"];
  const old = document.getIn(path, true);
  if (isTyped(value) && yaml.isMap(old) && old.get("type") === "object") {
    const data = old.get("data", true);
    return yaml.isScalar(data)
      ? inPlace(
        yaml,
        { document, text, path: [...path, "data"], old: data },
        value.data,
      )
      : undefined;
  }
  if (!yaml.isNode(old)) return undefined;
  return inPlace(yaml, { document, text, path, old }, value);
}

function inPlace(
  yaml: Yaml,
  { document, text, path, old }: {
    document: Document;
    text: string;
    path: Path;
    old: Node;
  },
  value: unknown,
): Edit | undefined {
  const key = keyOf(yaml, document, path);
  if (!old.range || !key?.range) return undefined;
  const [start, end] = old.range;
  const column = key.range[0] - lineStart(text, key.range[0]);
  const kept = yaml.isScalar(old) ? old.type : undefined;
  const written = valueText(yaml, value, {
    kept,
    flow: insideFlow(yaml, document, path),
    indent: " ".repeat(column),
  });
  // A block of lines ends with its line, a value in one line before that.
  const block = text.slice(start, end).endsWith("\n");
  const glued = /\s/.test(text[start - 1]) ? "" : " ";
  return {
    start,
    end,
    text: glued + written + (block && !written.endsWith("\n") ? "\n" : ""),
  };
}

function keyOf(yaml: Yaml, document: Document, path: Path): Node | undefined {
  const map = document.getIn(path.slice(0, -1), true) as YAMLMap;
  const pair: Pair | undefined = map.items.find(({ key }) =>
    yaml.isScalar(key) && key.value === path.at(-1)
  );
  return pair?.key as Node | undefined;
}

function insideFlow(yaml: Yaml, document: Document, path: Path): boolean {
  return path.some((_, depth) => {
    const node = document.getIn(path.slice(0, depth), true);
    return yaml.isCollection(node) && node.flow === true;
  });
}

/** A value's text in the style that the one before had, as far as it can. */
function valueText(
  yaml: Yaml,
  value: unknown,
  { kept, flow, indent }: {
    kept: Scalar["type"];
    flow: boolean;
    indent: string;
  },
): string {
  const document = new yaml.Document();
  const node = document.createNode(value) as Node;
  if (yaml.isCollection(node)) node.flow = true;
  if (yaml.isScalar(node) && typeof value === "string") {
    const block = kept?.startsWith("BLOCK") === true;
    if (kept !== undefined && kept !== "PLAIN") node.type = kept;
    // Only a block can take the lines of another.
    if (!block && value.includes("\n")) node.type = "QUOTE_DOUBLE";
  }
  const around = document.createNode(flow ? [node] : { v: node });
  (around as YAMLSeq).flow = flow;
  document.contents = around as typeof document.contents;
  const text = document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Infinity,
  });
  if (flow) return text.trimEnd().slice(1, -1);
  const own = text.slice("v: ".length);
  return own.trimEnd().includes("\n")
    ? own.replace(/\n(?=[^\n])/g, `\n${indent}`)
    : own.trimEnd();
}

function elementText(
  yaml: Yaml,
  prefix: string,
  one: Readonly<Record<string, unknown>>,
): string {
  const document = new yaml.Document(one);
  const indent = " ".repeat(prefix.length);
  const lines = document.toString({ lineWidth: 0 });
  return prefix + lines.replace(/\n(?=[^\n])/g, `\n${indent}`);
}

/** The lines of a list's item, and what stands before it in its first. */
function itemLines(
  text: string,
  { range }: Node,
): { start: number; end: number; prefix: string } | undefined {
  if (!range) return undefined;
  const start = lineStart(text, range[0]);
  const prefix = text.slice(start, range[0]);
  if (!/^ *- +$/.test(prefix)) return undefined;
  const ends = text[range[1] - 1] === "\n"
    ? range[1]
    : text.indexOf("\n", range[1]) + 1;
  return { start, end: ends === 0 ? text.length : ends, prefix };
}

/** Comment lines above an element are about it. */
function withComments(text: string, start: number): number {
  let at = start;
  while (at > 0) {
    const above = lineStart(text, at - 1);
    if (!/^ *#/.test(text.slice(above, at))) break;
    at = above;
  }
  return at;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function isTyped(value: unknown): value is { type: string; data: string } {
  return typeof value === "object" && value !== null && "data" in value;
}
