import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
} from "yaml";
import type { FileKind } from "../core/collection/file_kind.ts";
import { any } from "../core/collection/shape/make.ts";
import { narrow, type NarrowShape } from "../core/collection/shape/narrow.ts";
import type { Shape } from "../core/collection/shape/types.ts";
import { styleOf } from "../tools/convert/format/style_of.ts";
import { viewOf } from "../tools/convert/format/to_tree.ts";
import { withoutEnvironment } from "../host/without_environment.ts";
import { lineAround } from "./cursor.ts";

/** Where in a YAML file the cursor is. */
export interface YamlCursor {
  /** Keys to what is around it. */
  readonly path: readonly (string | number)[];
  /** What stands there, and what may. */
  readonly node: Node | null;
  readonly shape: NarrowShape;
  /** The key that the cursor is on. */
  readonly key?: string;
}

const ANY = any("Any data");

/** Reads a file as far as it can be read. */
export function parseForCursor(text: string): Document {
  return withoutEnvironment(() =>
    parseDocument(text, { uniqueKeys: false, logLevel: "silent" })
  );
}

/** Where an offset is: by the lines' indentation, as half a line says little else. */
export function yamlCursor(
  text: string,
  offset: number,
  kind: FileKind,
): YamlCursor {
  const line = lineAround(text, offset);
  const source = text.slice(line.start, line.end);
  const indent = source.trim() === ""
    ? offset - line.start
    : source.search(/\S/);
  const path: (string | number)[] = [];
  let node = parseForCursor(text).contents as Node | null;
  let shape: Shape = styleOf(kind).shape;
  for (;;) {
    const narrowed = node === null
      ? shapeOfNothing(shape)
      : narrow(shape, viewOf(node));
    const here = { path, node, shape: narrowed };
    if (isMap(node)) {
      const pair = lastBefore(node.items as Pair<Node, Node | null>[], offset);
      if (!pair || !isScalar(pair.key)) return here;
      const [start, end] = pair.key.range!;
      const key = String(pair.key.value);
      if (start <= offset && offset <= end) return { ...here, key };
      const isSameLine = start >= line.start;
      if (!isSameLine && indent <= columnOf(text, start)) return here;
      path.push(key);
      shape = narrowed.kind === "mapping" && Object.hasOwn(narrowed.keys, key)
        ? narrowed.keys[key]
        : ANY;
      node = pair.value;
    } else if (isSeq(node)) {
      const index = node.items.findLastIndex((item) =>
        ((item as Node | null)?.range?.[0] ?? Infinity) <= offset
      );
      const item = node.items[index] as Node | undefined;
      const of = narrowed.kind === "list" ? narrowed.of : ANY;
      if (item === undefined) return { path, node, shape: shapeOfNothing(of) };
      const start = item.range![0];
      if (start < line.start && indent < columnOf(text, start)) {
        // A new element begins here, or its dash is all there is.
        return { path, node, shape: shapeOfNothing(of) };
      }
      path.push(index);
      shape = of;
      node = item;
    } else return here;
  }
}

/** What may be written where nothing is yet: a mapping, if one may. */
function shapeOfNothing(shape: Shape): NarrowShape {
  for (const kind of ["mapping", "list", "scalar"] as const) {
    const narrowed = narrow(shape, { kind, text: () => undefined });
    if (narrowed.kind !== "any") return narrowed;
  }
  return ANY;
}

function lastBefore(
  pairs: readonly Pair<Node, Node | null>[],
  offset: number,
): Pair<Node, Node | null> | undefined {
  return pairs.findLast(({ key }) => (key?.range?.[0] ?? Infinity) <= offset);
}

function columnOf(text: string, offset: number): number {
  return offset - lineAround(text, offset).start;
}
