import type { Alias, Pair, ParsedNode, YAMLMap } from "yaml";
import type { Found, YamlFile } from "./yaml_files.ts";

/** Finds what keys lead to, through aliases; the deepest node on the way where a key does not exist. */
export function findNode(
  file: YamlFile,
  keys: readonly (string | number)[],
): Found {
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
