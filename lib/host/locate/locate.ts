import type { Diagnostic, Location } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_column.ts";
import { lineText } from "../../source/line_text.ts";
import { mapScalar } from "./map_scalar.ts";
import type { Document, ParsedNode } from "yaml";

/**
 * Adds line and column to the diagnostics that point into a YAML file by keys
 * and offset. The library that knows where a key stands is loaded only if there
 * is one, and each file is read and parsed once. Exact for every style of
 * scalar; where a text cannot be followed, the line and column of its start.
 * A diagnostic whose file or key is not found stays as it is.
 *
 * @param readText The text of a file by the path that diagnostics show.
 */
export async function locate(
  diagnostics: readonly Diagnostic[],
  readText: (file: string) => string | undefined,
): Promise<Diagnostic[]> {
  if (!diagnostics.some(isLocatable)) return [...diagnostics];
  const [yaml, { default: process }] = await Promise.all([
    import("yaml"),
    import("node:process"),
  ]);
  const { env } = process;
  // The library looks for debugging switches of its own in the environment,
  // which Deno may not permit Brace to read.
  process.env = {};
  try {
    return locateAll(diagnostics, readText, yaml);
  } finally {
    process.env = env;
  }
}

function locateAll(
  diagnostics: readonly Diagnostic[],
  readText: (file: string) => string | undefined,
  yaml: typeof import("yaml"),
): Diagnostic[] {
  const files = new Map<string, YamlFile | undefined>();
  return diagnostics.map((diagnostic) => {
    const { location } = diagnostic;
    if (location?.file === undefined || !isLocatable(diagnostic)) {
      return diagnostic;
    }
    if (!files.has(location.file)) {
      const text = readText(location.file);
      files.set(
        location.file,
        text === undefined ? undefined : openFile(yaml, text),
      );
    }
    const file = files.get(location.file);
    return file
      ? {
        ...diagnostic,
        location: locateIn(file, location, diagnostic.expression),
      }
      : diagnostic;
  });
}

function isLocatable({ location }: Diagnostic): boolean {
  return location?.file !== undefined && location.keys !== undefined &&
    location.line === undefined;
}

interface YamlFile {
  readonly yaml: typeof import("yaml");
  readonly text: string;
  readonly document: Document<ParsedNode>;
  /** What was found already: many diagnostics can point into one text. */
  readonly found: Map<Location["keys"], Found>;
  readonly maps: Map<ParsedNode, readonly number[] | undefined>;
  readonly placeholders: Map<string, ReadonlyMap<string, Inside>>;
}

/** A stretch of a scalar's value. */
type Inside = { readonly offset: number; readonly length: number };

function openFile(
  yaml: typeof import("yaml"),
  text: string,
): YamlFile | undefined {
  const source = text.replace(/^\uFEFF/, "");
  try {
    const document = yaml.parseDocument(source, {
      // Scalars as text, as the reader of the collection has them.
      schema: "failsafe",
      strict: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "silent",
    });
    return {
      yaml,
      text: source,
      document,
      found: new Map(),
      maps: new Map(),
      placeholders: new Map(),
    };
  } catch {
    return undefined;
  }
}

function locateIn(
  file: YamlFile,
  location: Location,
  expression: string | undefined,
): Location {
  const { start, end } = stretchOf(file, location, expression);
  const { line, column } = lineColumn(file.text, start);
  // What goes over several lines is marked to the end of its first one.
  const lineLength = lineText(file.text, line)?.length ?? 0;
  const lineEnd = start - (column - 1) + lineLength;
  return {
    ...location,
    line,
    column,
    length: Math.max(1, Math.min(end, lineEnd) - start),
  };
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function stretchOf(
  file: YamlFile,
  location: Location,
  expression: string | undefined,
): Stretch {
  let found = file.found.get(location.keys);
  if (found === undefined) {
    found = find(file, location.keys ?? []);
    file.found.set(location.keys, found);
  }
  const elsewhere = !found.exact || location.scripted;
  const inside = elsewhere && file.yaml.isScalar(found.node) &&
      expression !== undefined
    ? placeholdersIn(file, String(found.node.value)).get(expression)
    : undefined;
  if (inside !== undefined) {
    const exact = { ...found, exact: true };
    const there = { ...location, ...inside, onKey: false };
    return stretchOfNode(file, there, exact);
  }
  return stretchOfNode(file, location, found);
}

/** Where placeholders are in the text of a variable that holds JSON, whose keys YAML does not know. */
function placeholdersIn(
  { placeholders }: YamlFile,
  text: string,
): ReadonlyMap<string, Inside> {
  let places = placeholders.get(text);
  if (places === undefined) {
    const first = new Map<string, Inside>();
    for (const match of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
      const expression = match[1].trim();
      if (first.has(expression)) continue;
      first.set(expression, { offset: match.index, length: match[0].length });
    }
    placeholders.set(text, places = first);
  }
  return places;
}

function stretchOfNode(
  { yaml, text, maps }: YamlFile,
  location: Location,
  found: Found,
): Stretch {
  // A block of its own is best shown by its key; nothing written has only that.
  const isKey = location.onKey || !found.exact || found.node === null ||
    yaml.isCollection(found.node) && !found.node.flow ||
    yaml.isScalar(found.node) && found.node.source === "" &&
      found.node.type === "PLAIN";
  const node = isKey ? found.key ?? found.node : found.node;
  const [start, end] = node?.range ?? [0, 1];
  if (!yaml.isScalar(node)) {
    return { start, end: start + (isKey ? 1 : location.length ?? 1) };
  }
  if (isKey) return { start, end };
  const value = String(node.value ?? "");
  let at = maps.get(node);
  if (at === undefined && !maps.has(node)) {
    const style = node.type ?? "PLAIN";
    at = mapScalar(text, { style, start, end, value });
    maps.set(node, at);
  }
  const offset = Math.min(location.offset ?? 0, value.length);
  if (!at) return { start, end };
  if (location.length === undefined && offset === 0) {
    return { start: at[0], end: at[value.length] };
  }
  const last = Math.min(offset + (location.length ?? 1), value.length);
  return {
    start: at[offset],
    // The unit after the last may be lines away, past a fold.
    end: last > offset ? afterUnit(at, last - 1) : at[offset] + 1,
  };
}

/** Where a unit ends: an escape such as `\\n` is longer than the unit it stands for. */
function afterUnit(at: readonly number[], unit: number): number {
  return Math.max(at[unit] + 1, at[unit + 1]);
}

interface Found {
  /** The deepest node on the way. */
  readonly node: ParsedNode | null;
  /** The key that leads to it. */
  readonly key?: ParsedNode;
  /** False when some of the keys do not exist. */
  readonly exact: boolean;
}

function find(
  { yaml, document }: YamlFile,
  keys: readonly (string | number)[],
): Found {
  let node: ParsedNode | null = document.contents;
  let key: ParsedNode | undefined;
  for (const wanted of keys) {
    const container: ParsedNode | null = yaml.isAlias(node)
      ? (node.resolve(document) ?? null) as ParsedNode | null
      : node;
    if (yaml.isMap(container)) {
      const pair = container.items.find((one) =>
        yaml.isScalar(one.key) && String(one.key.value) === String(wanted)
      );
      if (!pair) return { node: container, ...(key && { key }), exact: false };
      key = pair.key as ParsedNode;
      node = pair.value as ParsedNode | null;
    } else if (yaml.isSeq(container) && typeof wanted === "number") {
      const element = container.items[wanted];
      if (element === undefined) {
        return { node: container, ...(key && { key }), exact: false };
      }
      key = undefined;
      node = element as ParsedNode;
    } else {
      return { node: container, ...(key && { key }), exact: false };
    }
  }
  if (yaml.isAlias(node)) {
    node = (node.resolve(document) ?? null) as ParsedNode | null;
  }
  return { node, ...(key && { key }), exact: true };
}
