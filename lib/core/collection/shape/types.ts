/**
 * What may stand at a place of a collection's files. Reading, formatting, the
 * JSON Schema and editors have it from the one table of this folder.
 */
export type Shape =
  | TextShape
  | FlagShape
  | NumberShape
  | ListShape
  | MappingShape
  | CasesShape
  | EitherShape
  | ItemShape
  | AnyShape;

/** What all shapes have. */
interface About {
  /** What it is for: one line, no dot at its end. */
  readonly about: string;
}

/** A scalar that is read as text. */
export interface TextShape extends About {
  readonly kind: "text";
  /** Only these are known. */
  readonly words?: readonly string[];
  /** A regular expression that the text has to match. */
  readonly pattern?: string;
  /** A text of several lines by nature: a body, a script. */
  readonly code?: "json" | "text";
}

/** `true` or `false`. */
export interface FlagShape extends About {
  readonly kind: "flag";
}

/** A number. */
export interface NumberShape extends About {
  readonly kind: "number";
  readonly least?: number;
}

/** A list. */
export interface ListShape extends About {
  readonly kind: "list";
  readonly of: Shape;
}

/** A mapping with known keys, in the order in which Bruno writes them. */
export interface MappingShape extends About {
  readonly kind: "mapping";
  readonly keys: Readonly<Record<string, Shape>>;
  /** Keys that have to be there. */
  readonly required?: readonly string[];
  /** Keys that have to be there with a value. */
  readonly filled?: readonly string[];
  /** Any other keys may be there, too. */
  readonly open?: true;
}

/** A mapping whose keys depend on one of its values. */
export interface CasesShape extends About {
  readonly kind: "cases";
  /** The key that decides. */
  readonly by: string;
  readonly cases: Readonly<Record<string, MappingShape>>;
}

/** One of several kinds. */
export interface EitherShape extends About {
  readonly kind: "either";
  readonly of: readonly Shape[];
}

/** A request or a folder of a bundled collection, with all that is inside. */
export interface ItemShape extends About {
  readonly kind: "item";
}

/** Any data, whose order is its author's. */
export interface AnyShape extends About {
  readonly kind: "any";
}
