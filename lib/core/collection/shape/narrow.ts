import { REQUEST } from "./item.ts";
import {
  type AnyShape,
  type CasesShape,
  type FlagShape,
  keysOf,
  type ListShape,
  type MappingShape,
  type NumberShape,
  type Shape,
  type TextShape,
} from "./types.ts";
import { FOLDER } from "./level.ts";
import { any, mapping, word } from "./make.ts";

/** What a shape is asked with: what stands at its place. */
export interface ShapeView {
  readonly kind: "mapping" | "list" | "scalar";
  /** The text of a scalar inside, by its keys. */
  text(...keys: string[]): string | undefined;
}

/** A shape of which one kind is left. */
export type NarrowShape =
  | TextShape
  | FlagShape
  | NumberShape
  | ListShape
  | MappingShape
  | AnyShape;

const ANY = any("Any data");

/** The shape of what stands at a place: the one of several that it is; any data where none of them fits. */
export function narrow(shape: Shape, view: ShapeView): NarrowShape {
  switch (shape.kind) {
    case "either": {
      const found = shape.of.find((one) => fits(one, view));
      return found === undefined ? ANY : narrow(found, view);
    }
    case "cases": {
      const word = view.text(shape.by);
      return word !== undefined && Object.hasOwn(shape.cases, word)
        ? shape.cases[word]
        : ofNoCase(shape);
    }
    case "item": {
      const type = view.text("info", "type") ?? view.text("type");
      return type === "folder" ? FOLDER : REQUEST;
    }
    case "text":
    case "flag":
    case "number":
    case "list":
    case "mapping":
      return fits(shape, view) ? shape : ANY;
    case "any":
      return shape;
    default:
      return shape satisfies never;
  }
}

function fits(shape: Shape, { kind }: ShapeView): boolean {
  switch (shape.kind) {
    case "text":
    case "flag":
    case "number":
      return kind === "scalar";
    case "list":
      return kind === "list";
    case "mapping":
    case "cases":
    case "item":
      return kind === "mapping";
    case "either":
    case "any":
      return true;
    default:
      return shape satisfies never;
  }
}

/** All keys of all cases, of which only the one that decides is known. */
function ofNoCase(shape: CasesShape): MappingShape {
  const { about, by, cases } = shape;
  const [first] = Object.values(cases);
  const deciding = {
    ...word(about, Object.keys(cases)),
    ...(first.keys[by].kind === "text" && { offers: first.keys[by].offers }),
  };
  const keys = keysOf(shape).map((key) =>
    [key, key === by ? deciding : ANY] as const
  );
  return mapping(shape.about, Object.fromEntries(keys));
}

/**
 * What a mapping holds in the order of its shape's keys. An unknown key stays
 * behind the one that it stands behind.
 */
export function inOrder<T>(
  entries: readonly T[],
  { keys }: MappingShape,
  keyOf: (entry: T) => string,
): T[] {
  const order = new Map(Object.keys(keys).map((key, index) => [key, index]));
  let last = -1;
  const ranked = entries.map((entry) => {
    last = order.get(keyOf(entry)) ?? last;
    return { entry, rank: last };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}
