import { isMap, parseDocument, visit } from "yaml";
import type { Shape } from "../../../core/collection/shape/types.ts";
import { attachComments, hoistComments } from "./attach_comments.ts";
import { commentsOf } from "./comments_of.ts";
import { Refusal } from "./refusal.ts";
import { toTree } from "./to_tree.ts";
import type { Collection } from "./tree.ts";
import { spaceParts } from "./space_parts.ts";
import { writeTree } from "./write_tree.ts";

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
 * @throws {Refusal} It is written in a way that this cannot keep.
 */
export function formatYaml(
  source: string,
  { shape, spaced }: FormatStyle,
): string {
  const document = parseDocument(source, {
    keepSourceTokens: true,
    uniqueKeys: false,
    logLevel: "silent",
  });
  if (document.errors.length > 0) throw new Refusal("it is not valid YAML");
  const { contents, directives } = document;
  if (directives.yaml.explicit || /^%/m.test(source)) {
    throw new Refusal("it has directives");
  }
  if (!isMap(contents)) throw new Refusal("it is not a mapping");
  if (contents.anchor !== undefined || contents.tag !== undefined) {
    throw new Refusal("an anchor or a tag stands for all of it");
  }
  const tree = toTree(contents, { source, shape });
  attachComments(source, commentsOf(source), tree);
  const { root } = tree;
  const header = takeHeader(root);
  const [first] = root.entries;
  // An alias has to stay behind its anchor.
  if (!hasAliases(document)) tree.sort();
  hoistComments(root);
  if (spaced) spaceParts(root.entries);
  const [top] = root.entries;
  const between = top === first || header.at(-1) === "" ? [] : [""];
  top.before = [...header, ...between, ...top.before];
  return (directives.docStart ? "---\n" : "") + writeTree(root);
}

/** Comments at the top of a file are the file's, whatever comes first; those below a blank line are of what follows. */
function takeHeader({ entries: [first] }: Collection): string[] {
  const blank = first.before.lastIndexOf("");
  const count = blank > 0 ? blank + 1 : first.before.length;
  return first.before.splice(0, count);
}

function hasAliases(document: ReturnType<typeof parseDocument>): boolean {
  let found = false;
  visit(document, {
    Alias() {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}
