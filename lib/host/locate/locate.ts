import { groupBy } from "../../core/source/group_by.ts";
import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import { lineColumn, lineSpan } from "../../core/source/line_starts.ts";
import { type BruFile, stretchInBru } from "./bru_file.ts";
import { bruPlaceholders } from "./bru_file.ts";
import type { Stretch } from "./bru_file.ts";
import {
  type FoundNode,
  scalarUnits,
  type YamlFile,
  YamlFiles,
} from "./yaml_files.ts";

export { YamlFiles };
import type { Alias, Pair, ParsedNode, YAMLMap } from "yaml";

/**
 * Adds line and column to the diagnostics that point into a collection's file by
 * keys and offset. The library that knows where a key stands is loaded only if there
 * is one. Exact for every style of scalar; where a text cannot be followed, the
 * line and column of its start. A diagnostic whose file or key is not found
 * stays as it is.
 */
export async function locate(
  diagnostics: readonly Diagnostic[],
  files: YamlFiles,
): Promise<Diagnostic[]> {
  const textsIn = await tokensFor(diagnostics);
  const located = textsIn
    ? diagnostics.map((it) => inModule(it, files, textsIn))
    : [...diagnostics];
  // One file after the other: many large ones are not all kept.
  const byFile = groupBy(
    [...diagnostics.keys()].filter((at) => isLocatable(diagnostics[at])),
    (at) => diagnostics[at].location?.file,
  );
  for (const [name, places] of byFile) {
    const file = name === undefined ? undefined : await files.open(name);
    if (file === undefined) continue;
    for (const at of places) {
      const { location, expression } = diagnostics[at];
      located[at] = {
        ...diagnostics[at],
        location: locateIn(file, location!, { expression, textsIn }),
      };
    }
  }
  return located;
}

type TextsIn =
  typeof import("../../tools/convert/secrets/shown_texts.ts").textsInLine;

/** What takes a script apart is loaded where one is shown. */
async function tokensFor(
  diagnostics: readonly Diagnostic[],
): Promise<TextsIn | undefined> {
  const isNeeded = diagnostics.some(({ location }) =>
    location && (isInScript(location) || isModule(location))
  );
  if (!isNeeded) return undefined;
  return (await import("../../tools/convert/secrets/shown_texts.ts"))
    .textsInLine;
}

function isInScript({ keys, scripted, onKey }: Location): boolean {
  return keys?.at(-1) === "code" && !scripted && !onKey;
}

/** Whether it is in a file that a script requires: the engine knows its line. */
function isModule({ file = "", line }: Location): boolean {
  return line !== undefined && /\.[cm]?[jt]s$/.test(file);
}

function inModule(
  diagnostic: Diagnostic,
  files: YamlFiles,
  textsIn: TextsIn,
): Diagnostic {
  const { location } = diagnostic;
  if (location === undefined || !isModule(location)) return diagnostic;
  const { file = "", line = 1 } = location;
  const code = files.text(file) ?? "";
  const span = lineSpan(code, line);
  if (span === undefined) return diagnostic;
  const texts = textsIn(code, span);
  return { ...diagnostic, location: { ...location, texts } };
}

function isLocatable({ location }: Diagnostic): boolean {
  return location?.file !== undefined && location.keys !== undefined &&
    location.line === undefined;
}

function locateIn(
  file: YamlFile | BruFile,
  given: Location,
  { expression, textsIn }: {
    readonly expression: string | undefined;
    readonly textsIn: TextsIn | undefined;
  },
): Location {
  const location = file.kind === "yaml" && file.piece?.(given) || given;
  const { start, end, units } = file.kind === "bru"
    ? stretchInBru(file, location, expression)
    : stretchOf(file, location, expression);
  const { line, column } = lineColumn(file.text, start);
  const span = lineSpan(file.text, line)!;
  return {
    ...location,
    line,
    column,
    // What goes over several lines is marked to the end of its first one.
    length: Math.max(1, Math.min(end, span.end) - start),
    ...units && isInScript(location) && textsIn && {
      texts: textsIn(units.text, { ...span, at: (unit) => units.at[unit] }),
    },
  };
}

function stretchOf(
  file: YamlFile,
  location: Location,
  expression: string | undefined,
): Stretch {
  let found = file.found.get(location.keys);
  if (found === undefined) {
    found = findNode(file, file.keys(location.keys ?? []));
    file.found.set(location.keys, found);
  }
  const elsewhere = !found.exact || location.scripted;
  const inside = elsewhere && file.yaml.isScalar(found.node) &&
      expression !== undefined
    ? bruPlaceholders(file.placeholders, String(found.node.value)).get(
      expression,
    )
    : undefined;
  if (inside !== undefined) {
    const exact = { ...found, exact: true };
    const there = { ...location, ...inside, onKey: false };
    return stretchOfNode(file, there, exact);
  }
  return stretchOfNode(file, location, found);
}

function stretchOfNode(
  file: YamlFile,
  location: Location,
  found: FoundNode,
): Stretch {
  const { yaml } = file;
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
  const units = scalarUnits(file, node);
  if (!units) return { start, end };
  const { text, at } = units;
  const offset = Math.min(location.offset ?? 0, text.length);
  if (location.length === undefined && offset === 0) {
    return { start: at[0], end: at[text.length], units };
  }
  const last = Math.min(offset + (location.length ?? 1), text.length);
  return {
    units,
    start: at[offset],
    // The unit after the last may be lines away, past a fold.
    end: last > offset ? afterUnit(at, last - 1) : at[offset] + 1,
  };
}

/** Where a unit ends: an escape such as `\\n` is longer than the unit it stands for. */
function afterUnit(at: readonly number[], unit: number): number {
  return Math.max(at[unit] + 1, at[unit + 1]);
}

/** Finds what keys lead to, through aliases; the deepest node on the way where a key does not exist. */
function findNode(
  file: YamlFile,
  keys: readonly (string | number)[],
): FoundNode {
  const { yaml, document } = file;
  let node: ParsedNode | null = document.contents;
  let key: ParsedNode | undefined;
  for (const wanted of keys) {
    const container = resolved(file, node);
    if (yaml.isMap(container)) {
      const pair = pairsOf(file, container).get(String(wanted));
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
  return { node: resolved(file, node), ...(key && { key }), exact: true };
}

/** The members of a mapping by their keys; of equal keys the first. */
function pairsOf(
  { yaml, pairs }: YamlFile,
  map: YAMLMap,
): ReadonlyMap<string, Pair> {
  let byKey = pairs.get(map);
  if (byKey === undefined) {
    byKey = new Map(
      map.items.toReversed().flatMap((pair): [string, Pair][] =>
        yaml.isScalar(pair.key) ? [[String(pair.key.value), pair]] : []
      ),
    );
    pairs.set(map, byKey);
  }
  return byKey;
}

/** What an alias stands for; any other node itself. */
function resolved(
  file: YamlFile,
  node: ParsedNode | null,
): ParsedNode | null {
  if (!file.yaml.isAlias(node)) return node;
  file.aliases ??= aliasesOf(file);
  return file.aliases.get(node) ?? null;
}

/** All in one walk: the library would walk through the file for each of them. */
function aliasesOf(
  { yaml, document }: YamlFile,
): ReadonlyMap<Alias, ParsedNode | null> {
  const anchors = new Map<string, ParsedNode>();
  const aliases = new Map<Alias, ParsedNode | null>();
  yaml.visit(document, {
    Alias(_, alias) {
      aliases.set(alias, anchors.get(alias.source) ?? null);
    },
    Value(_, node) {
      if (node.anchor) anchors.set(node.anchor, node as ParsedNode);
    },
  });
  return aliases;
}
