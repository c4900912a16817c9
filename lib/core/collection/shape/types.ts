import type { YamlNode } from "../yaml/node.ts";

/**
 * What may stand at a place of a collection's files. Reading, formatting, the
 * JSON Schema and editors have it from the one table of this folder.
 */
export type Shape =
  & (
    | TextShape
    | FlagShape
    | NumberShape
    | ListShape
    | MappingShape
    | CasesShape
    | EitherShape
    | ItemShape
    | AnyShape
  )
  // Without it a shape is not read, or by who knows more than its place.
  & Partial<Reads<unknown>>;

/** What all shapes have. */
interface About {
  /** What it is for: one line, no dot at its end. */
  readonly about: string;
  /** Brace leaves it out: editors do not offer it. */
  readonly isForeign?: true;
}

/** A shape that is read. */
export interface Reads<T> {
  readonly read: (node: YamlNode) => T;
  /** The value for an absent key, for which `read` is not called. */
  readonly ifAbsent?: () => T;
}

/** What a shape is read to. */
export type Read<S> = S extends Reads<infer T> ? T : never;

/** The keys of a mapping. */
export type KeyShapes = Readonly<Record<string, Shape>>;

/** What the keys of a mapping are read to: all that are read, the absent left out. */
export type Fields<K> = Flat<
  & { [P in keyof K as Always<K[P], P>]: Read<K[P]> }
  & { [P in keyof K as Maybe<K[P], P>]?: Exclude<Read<K[P]>, undefined> }
>;

type Always<S, P> = S extends Reads<infer T> ? undefined extends T ? never : P
  : never;
type Maybe<S, P> = S extends Reads<infer T> ? undefined extends T ? P : never
  : never;
type Flat<T> = { [P in keyof T]: T[P] };

/**
 * `true` where what is read is what it is declared to be; else the keys that
 * only one of both has, or that differ.
 */
export type Same<A, B> = Differing<NonNullable<A>, B> extends infer D
  ? [D] extends [never] ? true : D
  : never;

/** `true` where nothing is read but these keys; else what nobody takes. */
export type Only<A, K> = Exclude<keyof NonNullable<A>, K> extends infer D
  ? [D] extends [never] ? true : D
  : never;

type Differing<A, B> =
  | Exclude<KeyOf<A>, KeyOf<B>>
  | Exclude<KeyOf<B>, KeyOf<A>>
  | {
    [P in keyof A & keyof B]-?: [A[P], B[P]] extends [B[P], A[P]] ? never : P;
  }[keyof A & keyof B]
  | ([A] extends [B] ? never : Exclude<keyof A, keyof B>);

/** The keys that any of several have. */
type KeyOf<T> = T extends unknown ? keyof T : never;
/** Words that can be written at a place, and what each is for. */
export type Offers = Readonly<Record<string, string>>;

/** A scalar that is read as text. */
export interface TextShape extends About {
  readonly kind: "text";
  /** Only these are known. */
  readonly words?: readonly string[];
  /** What editors offer, and what each is for; without `words`, other texts are as good. */
  readonly offers?: Offers;
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
  readonly keys: KeyShapes;
  /** Keys that have to be there. */
  readonly required?: readonly string[];
  /** Keys that have to be there with a value. */
  readonly filled?: readonly string[];
  /** It can have any other keys. */
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

/** The keys that a mapping may have, in the order in which Bruno writes them. */
export function keysOf(shape: MappingShape | CasesShape): string[] {
  if (shape.kind === "mapping") return Object.keys(shape.keys);
  const keys = Object.values(shape.cases).flatMap((one) =>
    Object.keys(one.keys)
  );
  return [...new Set(keys)];
}
