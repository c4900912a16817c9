import { Composer, type Document, isMap, Lexer, Parser, visit } from "yaml";
import type { Shape } from "../../../core/collection/shape/types.ts";
import type { IndentedBodies } from "./indent_json.ts";
import {
  type EntryPlace,
  toTree,
  type TreePlace,
  TreeRefusal,
} from "./to_tree.ts";
import {
  spaceParts,
  type TreeCollection,
  type TreeEntry,
  writeTree,
} from "./write_tree.ts";
import { lineColumn } from "../../../core/source/line_starts.ts";
import type { FileKind } from "../../../core/collection/format.ts";
import { REQUEST } from "../../../core/collection/shape/item.ts";
import {
  COLLECTION,
  ENVIRONMENT,
  FOLDER,
} from "../../../core/collection/shape/level.ts";

/** How a file is written. */
export interface FormatStyle {
  /** What it holds. */
  readonly shape: Shape;
  /** Whether a blank line stands before each of its parts. */
  readonly spaced: boolean;
}

/**
 * Writes a YAML text with LF line ends in its one style. Comments stay, at
 * what they are about.
 *
 * @throws {TreeRefusal} It is written in a way that this cannot keep.
 */
export function formatYaml(
  source: string,
  { shape, spaced }: FormatStyle,
  bodies: IndentedBodies = new Map(),
): string {
  const { document, comments } = readOnce(source);
  if (document.errors.length > 0) throw new TreeRefusal("it is not valid YAML");
  const { contents, directives } = document;
  if (directives.yaml.explicit || /^%/m.test(source)) {
    throw new TreeRefusal("it has directives");
  }
  if (!isMap(contents)) throw new TreeRefusal("it is not a mapping");
  if (contents.anchor !== undefined || contents.tag !== undefined) {
    throw new TreeRefusal("an anchor or a tag covers the whole file");
  }
  const tree = toTree(contents, { source, shape, bodies });
  attachComments(source, comments, tree);
  const { root } = tree;
  const header = takeHeader(root);
  const [first] = root.entries;
  // An alias has to stay behind its anchor.
  if (!source.includes("*") || !hasAliases(document)) tree.sort();
  hoistComments(root);
  if (spaced) spaceParts(root.entries);
  const [top] = root.entries;
  const between = top === first || header.at(-1) === "" ? [] : [""];
  top.before = [...header, ...between, ...top.before];
  return (directives.docStart ? "---\n" : "") + writeTree(root);
}

/** Comments at the top of a file are the file's, whatever comes first; those below a blank line are of what follows. */
function takeHeader({ entries: [first] }: TreeCollection): string[] {
  const blank = first.before.lastIndexOf("");
  const count = blank > 0 ? blank + 1 : first.before.length;
  return first.before.splice(0, count);
}

function hasAliases(document: Document): boolean {
  let found = false;
  visit(document, {
    Alias() {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/**
 * Gives every comment, and blank lines, to the entry that it stands at: at the
 * end of its line, or above it. What is indented deeper than what follows is
 * the end of the collection before.
 */
function attachComments(
  source: string,
  comments: readonly Comment[],
  { root, places }: {
    readonly root: TreeCollection;
    readonly places: readonly EntryPlace[];
  },
): void {
  const sorted = places.toSorted((a, b) => a.start - b.start);
  let at = 0;
  const pass = (until: number) => {
    for (; at < sorted.length && sorted[at].start < until; at++) {
      const { entry, start } = sorted[at];
      if (isFirst(source, start) && isBelowBlank(source, start)) {
        entry.before.push("");
      }
    }
  };
  for (const { text, offset } of comments) {
    pass(offset);
    const [before, next] = [sorted[at - 1], sorted[at]];
    if (isFirst(source, offset)) {
      const lines = goal(source, offset, { before, next }) ?? root.end;
      if (isBelowBlank(source, offset)) lines.push("");
      lines.push(text);
    } else if (before === undefined) {
      (next?.entry.before ?? root.end).push(text);
    } else if (before.entry.trailing === undefined && isLine(before.entry)) {
      before.entry.trailing = text;
    } else before.entry.before.push(text);
  }
  pass(Infinity);
}

/**
 * Comments above what stands in a dash's line stand above the dash. To be
 * called when the order of all is the one that will be written.
 */
function hoistComments(collection: TreeCollection): void {
  for (const entry of collection.entries) {
    const { key, value } = entry;
    if (value.kind !== "mapping" && value.kind !== "list") continue;
    hoistComments(value);
    const [first] = value.entries;
    if (key !== undefined || value.props !== "" || first === undefined) {
      continue;
    }
    entry.before.push(...first.before.filter((line) => line !== ""));
    first.before = [];
  }
}

/** False for a dash alone, whose line has no end of its own. */
function isLine({ key, value }: TreeEntry): boolean {
  return key !== undefined || value.kind === "inline" || value.kind === "block";
}

/** The lines that a comment in its own line belongs to. */
function goal(
  source: string,
  offset: number,
  { before, next }: { before?: EntryPlace; next?: EntryPlace },
): string[] | undefined {
  const column = columnOf(source, offset);
  if (next && column <= columnOf(source, next.start)) return next.entry.before;
  const open = new Set<TreePlace>();
  for (let one = next?.parent; one; one = one.parent) open.add(one);
  let outermost: TreePlace | undefined;
  for (let one = before?.parent; one && !open.has(one); one = one.parent) {
    if (columnOf(source, one.start) <= column) return one.collection.end;
    outermost = one;
  }
  return outermost?.collection.end ?? next?.entry.before;
}

function columnOf(source: string, offset: number): number {
  return lineColumn(source, offset).column;
}

/** Whether nothing stands before an offset in its line. */
function isFirst(source: string, offset: number): boolean {
  let at = offset - 1;
  while (source[at] === " " || source[at] === "\t") at--;
  return at < 0 || source[at] === "\n";
}

/** Whether the line above that of an offset is blank. */
function isBelowBlank(source: string, offset: number): boolean {
  const end = source.lastIndexOf("\n", offset - 1);
  if (end < 1) return false;
  return source.slice(source.lastIndexOf("\n", end - 1) + 1, end).trim() === "";
}

/** A comment of a YAML text. */
interface Comment {
  /** From its `#` to the end of its line, without blanks there. */
  readonly text: string;
  readonly offset: number;
}

/** Reads a YAML text, and its comments in order, with one pass over its characters. */
function readOnce(
  source: string,
): { document: Document.Parsed; comments: readonly Comment[] } {
  const comments: Comment[] = [];
  const parser = new Parser();
  function* tokens() {
    let offset = 0;
    let isScalar = false;
    for (const lexeme of new Lexer().lex(source)) {
      // Marks of the library are not in the text.
      if (MARKS.has(lexeme)) isScalar = lexeme === SCALAR;
      else {
        if (!isScalar && lexeme.startsWith("#")) {
          comments.push({ text: lexeme.trimEnd(), offset });
        }
        isScalar = false;
        offset += lexeme.length;
      }
      yield* parser.next(lexeme);
    }
    yield* parser.end();
  }
  const composer = new Composer({
    keepSourceTokens: true,
    uniqueKeys: false,
    logLevel: "silent",
  });
  const [document] = composer.compose(tokens(), true, source.length);
  if (document === undefined) throw new TreeRefusal("it is not valid YAML");
  return { document: document as Document.Parsed, comments };
}

/** What is told by single characters: a document, an error in a flow collection, a scalar. */
const SCALAR = "\x1f";
const MARKS: ReadonlySet<string> = new Set(["\x02", "\x18", SCALAR]);

/** How a file is written, by what it is about. */
export function styleOf(kind: FileKind): FormatStyle {
  switch (kind) {
    case "collection":
      return { shape: COLLECTION, spaced: true };
    case "folder":
      return { shape: FOLDER, spaced: true };
    case "request":
      return { shape: REQUEST, spaced: true };
    case "environment":
      return { shape: ENVIRONMENT, spaced: false };
    default:
      return kind satisfies never;
  }
}
