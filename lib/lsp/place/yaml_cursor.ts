import { type Document, parseDocument } from "yaml";
import type { FileKind } from "../../core/collection/format.ts";
import { any } from "../../core/collection/shape/make.ts";
import {
  narrow,
  type NarrowShape,
  type ShapeView,
} from "../../core/collection/shape/narrow.ts";
import type { Shape } from "../../core/collection/shape/types.ts";
import { styleOf } from "../../tools/convert/format/format_yaml.ts";
import { withoutEnvironment } from "../../host/without_environment.ts";
import type { LooseNode, LoosePlace } from "./loose_place.ts";
import { placeIn } from "./loose_yaml.ts";

/** Where in a YAML file the cursor is. */
export interface YamlCursor extends LoosePlace {
  /** Keys to what is around it; an element of a list has none. */
  readonly keys: readonly (string | undefined)[];
  /** What may stand there: of a key, the mapping that has it. */
  readonly shape: NarrowShape;
  /** The same with all that may stand there. */
  readonly declared: Shape;
  /** The mapping that a key or value at the cursor belongs to. */
  readonly siblings: ReadonlyMap<string, string | undefined>;
  /** The whole file. */
  readonly root: LooseNode | undefined;
}

const ANY = any("Any data");

/** Reads a file as far as it can be read. */
export function parseForCursor(text: string): Document {
  return withoutEnvironment(() =>
    parseDocument(text, { uniqueKeys: false, logLevel: "silent" })
  );
}

/** Where an offset is, and what the table of shapes says of that place. */
export function yamlCursor(
  text: string,
  offset: number,
  kind: FileKind,
): YamlCursor {
  const { root, place } = placeIn(text, offset);
  let shape: Shape = styleOf(kind).shape;
  let node = root;
  let around: LooseNode | undefined;
  for (const slot of place.path) {
    const narrowed = node === undefined
      ? shapeOfNothing(shape)
      : narrow(shape, viewOf(node));
    around = node;
    shape = slot.key === undefined
      ? narrowed.kind === "list" ? narrowed.of : ANY
      : narrowed.kind === "mapping" && Object.hasOwn(narrowed.keys, slot.key)
      ? narrowed.keys[slot.key]
      : ANY;
    node = slot.value;
  }
  const holder = place.role === "value" ? around : node;
  return {
    ...place,
    keys: place.path.map(({ key }) => key),
    shape: shapeAt(shape, place, node),
    declared: shape,
    siblings: membersOf(holder),
    root,
  };
}

function shapeAt(
  shape: Shape,
  { role }: LoosePlace,
  node: LooseNode | undefined,
): NarrowShape {
  switch (role) {
    case "value":
      return narrow(shape, { kind: "scalar", text: () => undefined });
    case "item": {
      const list = narrow(shape, { kind: "list", text: () => undefined });
      return list.kind === "list" ? shapeOfNothing(list.of) : ANY;
    }
    case "key":
      // A text where a key begins is half a key.
      return node === undefined || node.kind === "scalar"
        ? shapeOfNothing(shape)
        : narrow(shape, viewOf(node));
    case "none":
      return node === undefined
        ? shapeOfNothing(shape)
        : narrow(shape, viewOf(node));
    default:
      return role satisfies never;
  }
}

/** What may be written where nothing is yet: a mapping, if one may. */
export function shapeOfNothing(shape: Shape): NarrowShape {
  for (const kind of ["mapping", "list", "scalar"] as const) {
    const narrowed = narrow(shape, { kind, text: () => undefined });
    if (narrowed.kind !== "any") return narrowed;
  }
  return ANY;
}

/** What decides about a node's shape. */
function viewOf(node: LooseNode): ShapeView {
  return {
    kind: node.kind,
    text: (...keys) => {
      const at = nodeAt(node, keys);
      return at?.kind === "scalar" && at.text !== "" ? at.text : undefined;
    },
  };
}

/** What keys lead to. */
export function nodeAt(
  node: LooseNode | undefined,
  keys: readonly string[],
): LooseNode | undefined {
  let at = node;
  for (const key of keys) {
    at = at?.kind === "mapping"
      ? at.slots.findLast((slot) => slot.key === key)?.value
      : undefined;
  }
  return at;
}

/** The keys of a mapping, and the texts that are their values. */
function membersOf(
  node: LooseNode | undefined,
): ReadonlyMap<string, string | undefined> {
  if (node?.kind !== "mapping") return new Map();
  return new Map(
    node.slots.filter(({ key }) => key !== undefined).map(({ key, value }) =>
      [key!, value?.kind === "scalar" ? value.text : undefined] as const
    ),
  );
}
