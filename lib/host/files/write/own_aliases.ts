import type { Alias, Document, Node } from "yaml";

type Yaml = typeof import("yaml");

/** Where something will change. */
export interface ChangedPlace {
  readonly path: readonly (string | number)[];
  /** Whether all of it changes, or something in it that is not there yet. */
  readonly whole: boolean;
}

/** Nodes that may take the places of aliases. */
const MAX_NODES = 10_000;

/**
 * Gives a document a value of its own wherever an alias stands on the way to a
 * place that will change, or stands for what will change, so that nothing
 * else changes with it. Says whether there was such an alias.
 *
 * @throws {RangeError} They stand for too much.
 */
export function ownAliases(
  yaml: Yaml,
  document: Document,
  places: readonly ChangedPlace[],
): boolean {
  const aliases = aliasesOf(yaml, document);
  let left = MAX_NODES;
  let replaced = false;
  const own = (alias: Alias): Node => {
    replaced = true;
    const source = aliases.get(alias)!;
    const inner: Alias[] = [];
    yaml.visit(source, { Alias: (_, node) => void inner.push(node) });
    const copy = source.clone() as Node;
    // What is written around the alias stays, and only there.
    const { comment, commentBefore, spaceBefore } = alias;
    Object.assign(copy, { comment, commentBefore, spaceBefore });
    yaml.visit(copy, {
      Alias: () => own(inner.shift()!),
      Value(_, node) {
        if (--left < 0) throw new RangeError("its aliases stand for too much");
        delete node.anchor;
      },
    });
    return copy;
  };
  const changed = new Set<unknown>();
  for (const { path, whole } of places) {
    const until = whole ? path.length : path.length + 1;
    for (let depth = 1; depth < until; depth++) {
      const above = path.slice(0, depth);
      const node = document.getIn(above, true);
      if (yaml.isAlias(node)) document.setIn(above, own(node));
      changed.add(document.getIn(above, true));
    }
    const node = document.getIn(path, true);
    if (whole && yaml.isNode(node)) {
      yaml.visit(node, { Node: (_, inside) => void changed.add(inside) });
    }
  }
  yaml.visit(document, {
    Alias(_, alias) {
      if (changed.has(aliases.get(alias))) return own(alias);
    },
  });
  return replaced;
}

/** All in one walk: the library would walk through the document for each of them. */
function aliasesOf(yaml: Yaml, document: Document): Map<Alias, Node> {
  const anchors = new Map<string, Node>();
  const aliases = new Map<Alias, Node>();
  yaml.visit(document, {
    Alias(_, alias) {
      const source = anchors.get(alias.source);
      if (source) aliases.set(alias, source);
    },
    Value(_, node) {
      if (node.anchor) anchors.set(node.anchor, node);
    },
  });
  return aliases;
}
