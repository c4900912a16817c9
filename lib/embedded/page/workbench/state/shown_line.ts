import type { SourceExcerpt } from "../../../../core/source/format_diagnostic.ts";
import type { Doc } from "./doc.ts";
import { isSame, textAt } from "./json_edit.ts";

/** A line that the page shows. */
export interface ShownLine {
  /** From 1. */
  readonly line?: number;
  /** The YAML path of the text in whose editor it is; absent: it is a line of the source. */
  readonly path?: string;
}

/**
 * Where an item shows the line that an error of a run names. What ran may have
 * had edits that the file lacks, so the line is found by what it says.
 *
 * @returns Undefined: nowhere.
 */
export function shownLine(
  { document, view }: Doc,
  { line, yamlPath: path = "" }: {
    readonly line?: number;
    readonly yamlPath?: string;
  },
  excerpt: SourceExcerpt | undefined,
): ShownLine | undefined {
  const source = { ...line !== undefined && { line } };
  if (isSame(document, view.document)) return source;
  const wanted = excerpt?.text.trim();
  if (line === undefined || wanted === undefined) return undefined;
  if (editorOf(path) !== undefined) {
    const found = onlyLine(textAt(document, keysOf(path)), wanted);
    if (found !== undefined) return { line: found, path };
  }
  const saved = view.source.split("\n")[line - 1];
  return saved?.trim() === wanted ? source : undefined;
}

/** The tab whose editor has the text at a YAML path. */
export function editorOf(path: string): "Scripts" | "Body" | undefined {
  return /\.scripts\[\d+\]\.code$/.test(path)
    ? "Scripts"
    : /\.body\b.*\.(?:data|query|variables)$/.test(path)
    ? "Body"
    : undefined;
}

function keysOf(path: string): (string | number)[] {
  return (path.match(/[^.[\]]+/g) ?? []).map((it) =>
    /^\d+$/.test(it) ? Number(it) : it
  );
}

/** The line of a text that says this; undefined where none or several do. */
function onlyLine(text: string, wanted: string): number | undefined {
  const lines = text.split("\n").map((it) => it.trim());
  const at = lines.indexOf(wanted);
  return at >= 0 && at === lines.lastIndexOf(wanted) ? at + 1 : undefined;
}
