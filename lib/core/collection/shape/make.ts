import { keyPlaces } from "./key_places.ts";
import type { Text } from "../../source/origin.ts";
import { once } from "../../source/once.ts";
import type { YamlNode } from "../yaml/node.ts";
import type {
  AnyShape,
  EitherShape,
  Fields,
  FlagShape,
  KeyShapes,
  ListShape,
  MappingShape,
  NumberShape,
  Offers,
  Read,
  Reads,
  Shape,
  TextShape,
} from "./types.ts";

/** How to write rows with these keys, for what somebody wrote as a mapping or as text. */
export function eachWith(...keys: readonly string[]): string {
  return `write "- { ${keys.map((key) => `${key}: …`).join(", ")} }" for each`;
}

const AS_PAIRS = eachWith("name", "value");

const nothing = () => undefined;

/** A scalar that is read as text. */
export function text(
  about: string,
  offers?: Offers,
): TextShape & Reads<string | undefined> {
  return {
    kind: "text",
    about,
    ...(offers && { offers }),
    read: (node) => node.scalar(),
    ifAbsent: nothing,
  };
}

/** A text with its place in the file, to which diagnostics about its placeholders point. */
export function template(
  about: string,
  offers?: Offers,
): TextShape & Reads<Text | undefined> {
  return {
    kind: "text",
    about,
    ...(offers && { offers }),
    read: (node) => node.text(),
    ifAbsent: nothing,
  };
}

/** One of a few words. */
export function word<const W extends string>(
  about: string,
  words: readonly W[],
  offers?: Offers,
): TextShape & Reads<W | undefined> {
  return {
    kind: "text",
    about,
    words,
    ...(offers && { offers }),
    read: (node) => node.oneOf(words),
    ifAbsent: nothing,
  };
}

/** A text of several lines by nature. */
export function code(
  about: string,
  code: "json" | "text",
): TextShape & Reads<Text | undefined> {
  return { ...template(about), code };
}

/** `true` or `false`. */
export function flag(about: string): FlagShape & Reads<boolean | undefined> {
  return {
    kind: "flag",
    about,
    read: (node) => node.flag(),
    ifAbsent: nothing,
  };
}

/** A number. */
export function number(about: string): NumberShape & Reads<number | undefined> {
  return {
    kind: "number",
    about,
    read: (node) => node.number(),
    ifAbsent: nothing,
  };
}

/** A number from 0 up. */
export function wholeNumber(
  about: string,
): NumberShape & Reads<number | undefined> {
  return {
    kind: "number",
    about,
    least: 0,
    ifAbsent: nothing,
    read: (node) => {
      const number = node.number();
      if (number === undefined || number >= 0) return number;
      node.wrongType("a number from 0 up", String(number));
      return undefined;
    },
  };
}

/** A list; an absent one reads as empty. Elements that cannot be read are left out. */
export function list<S extends Shape>(
  about: string,
  of: S,
):
  & ListShape
  & (S extends Reads<infer T> ? Reads<readonly Exclude<T, undefined>[]>
    : unknown);
export function list(about: string, of: Shape): Shape {
  const { read } = of;
  if (read === undefined) return { kind: "list", about, of };
  return {
    kind: "list",
    about,
    of,
    ifAbsent: () => [],
    read: (node) =>
      node.list(asList(node, of)).map((one) => read(one))
        .filter((one) => one !== undefined),
  };
}

/** How a word is written that stands where a list of texts belongs. */
function asList({ value }: YamlNode, { kind }: Shape): string | undefined {
  return kind === "text" && typeof value === "string" &&
      /^[\p{L}\p{N}_-]{1,40}$/u.test(value)
    ? `write [${value}]`
    : undefined;
}

/** A list of mappings, of which each has to be one. */
export function rows<T>(
  about: string,
  of: MappingShape & Reads<T | undefined>,
  wayOut?: string,
): ListShape & Reads<readonly Exclude<T, undefined>[]> {
  return {
    kind: "list",
    about,
    of,
    ifAbsent: () => [],
    read: (node) => {
      const found: Exclude<T, undefined>[] = [];
      for (const row of node.list(wayOut)) {
        if (!row.present) row.wrongType("a mapping");
        const read = of.read(row);
        if (read !== undefined) found.push(read as Exclude<T, undefined>);
      }
      // A list that grew has far more room than it needs, and a collection has thousands.
      return found.slice();
    },
  };
}

/** A list of rows with a name and a value, such as headers. */
export function pairs<T>(
  about: string,
  of: MappingShape & Reads<T | undefined>,
): ListShape & Reads<readonly Exclude<T, undefined>[]> {
  return rows(about, of, AS_PAIRS);
}

/** What a mapping can be made with. */
interface MappingOptions<K, E> extends Pick<MappingShape, "open"> {
  /** Keys that have to be there. */
  readonly required?: readonly (keyof K & string)[];
  /** Keys that have to be there with a value. */
  readonly filled?: readonly (keyof K & string)[];
  /** Says nothing of keys that are missing: that is up to `to`. */
  readonly isQuiet?: boolean;
  /** Keys that are left to who knows more than their place, or to nobody. */
  readonly leaves?: readonly (E & keyof K)[];
  /** Keys to read before the others, so that their problems come first. */
  readonly first?: readonly (keyof K & string)[];
  /** Whether the mapping is read; says why not. */
  readonly accepts?: (node: YamlNode) => boolean;
}

/**
 * A mapping. It reads to an object of its keys or, if `to` is given, to what
 * `to` makes of that object.
 */
export function mapping<
  const K extends KeyShapes,
  T,
  const E extends string = never,
>(
  about: string,
  keys: K,
  options: MappingOptions<NoInfer<K>, E> & {
    readonly to: (
      fields: Fields<Omit<K, E>>,
      node: YamlNode,
    ) => T;
  },
): MappingOf<K, T, Fields<Omit<K, E>>>;
export function mapping<
  const K extends KeyShapes,
  const E extends string = never,
>(
  about: string,
  keys: K,
  options?: MappingOptions<NoInfer<K>, E>,
): MappingOf<K, Fields<Omit<K, E>>, Fields<Omit<K, E>>>;
export function mapping(
  about: string,
  keys: KeyShapes,
  { required, filled, open, leaves = [], first = [], isQuiet, accepts, to }:
    & MappingOptions<KeyShapes, string>
    & { readonly to?: (fields: never, node: YamlNode) => unknown } = {},
): MappingOf<KeyShapes, unknown> {
  const known = open ? undefined : Object.keys(keys);
  const places = keyPlaces(keys);
  // A run reads few of all mappings.
  const readers = once(() =>
    [...new Set([...first, ...Object.keys(keys)])].flatMap((key) => {
      const { read, ifAbsent } = keys[key];
      return read === undefined || leaves.includes(key) ? [] : [{
        key,
        read,
        ifAbsent,
        isRequired: !isQuiet && required?.includes(key),
        isFilled: !isQuiet && filled?.includes(key),
      }];
    })
  );
  const fields = (node: YamlNode) => {
    const found: Record<string, unknown> = {};
    for (const { key, read, ifAbsent, isRequired, isFilled } of readers()) {
      if (ifAbsent !== undefined && !node.has(key)) {
        if (isRequired || isFilled) node.missing(key);
        const value = ifAbsent();
        if (value !== undefined) found[key] = value;
        continue;
      }
      const member = node.get(key);
      if (
        isFilled ? !member.present : isRequired && member.value === undefined
      ) node.missing(key);
      const value = read(member);
      if (value !== undefined) found[key] = value;
    }
    return found;
  };
  return {
    kind: "mapping",
    about,
    keys,
    ...(required && { required }),
    ...(filled && { filled }),
    ...(open && { open }),
    fields,
    ifAbsent: nothing,
    read: (node) => {
      if (!node.mapping(known, places) || accepts?.(node) === false) {
        return undefined;
      }
      return to === undefined ? fields(node) : to(fields(node) as never, node);
    },
  };
}

/** A mapping whose keys are known. */
export type MappingOf<K extends KeyShapes, T, F = unknown> =
  & MappingShape
  & {
    readonly keys: K;
    /** What the keys of a mapping are read to, where it is known to be one. */
    readonly fields: (node: YamlNode) => F;
  }
  & Reads<T | undefined>;

/** One of several kinds. */
export function either(about: string, ...of: Shape[]): EitherShape {
  return { kind: "either", about, of };
}

/** Any data. */
export function any(about: string): AnyShape {
  return { kind: "any", about };
}

/** A shape without the type that it reads to. */
type Unread<S> = Omit<S, keyof Reads<unknown>>;

/** Gives a shape another reader. `ifAbsent` makes the value of an absent key. */
export function readBy<S extends Shape, T>(
  shape: S,
  read: (node: YamlNode) => T,
  ifAbsent?: () => T,
): Unread<S> & Reads<T> {
  return { ...shape, read, ifAbsent };
}

/**
 * A shape that reads to a function: whoever calls it decides when to read, such
 * as after other keys are known to be right.
 */
export function later<S extends Shape & Reads<unknown>>(
  shape: S,
): Unread<S> & Reads<() => Read<S>> {
  const read = shape.read as (node: YamlNode) => Read<S>;
  return readBy(shape, (node) => () => read(node));
}

/** Marks a shape that the format has and Brace ignores. */
export function foreign<S extends Shape>(shape: S): S {
  return { ...shape, isForeign: true };
}

/** A shape that Brace does not read. */
export function unread(shape: Shape): Shape {
  return { ...shape, read: undefined, ifAbsent: undefined };
}

/** A shape that nothing is read of where it is absent, or has no value. */
export function ifPresent<S extends Shape & Reads<unknown>>(
  shape: S,
): Unread<S> & Reads<Read<S> | undefined> {
  const read = shape.read as (node: YamlNode) => Read<S>;
  return readBy(
    shape,
    (node) => node.present ? read(node) : undefined,
    nothing,
  );
}

/** A text of which "" counts as absent. */
export function unlessEmpty<T extends string | Text>(
  shape: TextShape & Reads<T | undefined>,
): TextShape & Reads<T | undefined> {
  const { read } = shape;
  return {
    ...shape,
    read: (node) => {
      const found = read(node);
      const text = typeof found === "object" ? found.text : found;
      return text ? found : undefined;
    },
  };
}

/** A template that is empty where it is absent or not text; `wayOut` is how to write it. */
export function orEmpty(
  shape: TextShape,
  wayOut?: string,
): TextShape & Reads<Text> {
  return readBy(
    shape,
    (node) => node.text(wayOut) ?? { text: "", at: node.at },
  );
}

/** A shape with a default, which its description says. */
export function withDefault<S extends Shape & Reads<unknown>, const D>(
  shape: S,
  value: D,
): Unread<S> & Reads<Exclude<Read<S>, undefined> | D> {
  const about = `${shape.about} (default: ${value})`;
  return { ...orElse(shape, value), about };
}

/** A shape with a default that goes without saying. */
export function orElse<S extends Shape & Reads<unknown>, const D>(
  shape: S,
  value: D,
): Unread<S> & Reads<Exclude<Read<S>, undefined> | D> {
  const read = shape.read as (
    node: YamlNode,
  ) => Exclude<Read<S>, undefined> | undefined;
  return readBy(shape, (node) => read(node) ?? value, () => value);
}
