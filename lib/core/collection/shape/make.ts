import type {
  AnyShape,
  EitherShape,
  FlagShape,
  ListShape,
  MappingShape,
  NumberShape,
  Shape,
  TextShape,
} from "./types.ts";

/** A scalar that is read as text. */
export function text(about: string): TextShape {
  return { kind: "text", about };
}

/** One of a few words. */
export function word(about: string, words: readonly string[]): TextShape {
  return { kind: "text", about, words };
}

/** A text of several lines by nature. */
export function code(about: string, code: "json" | "text"): TextShape {
  return { kind: "text", about, code };
}

/** `true` or `false`. */
export function flag(about: string): FlagShape {
  return { kind: "flag", about };
}

/** A number. */
export function number(about: string): NumberShape {
  return { kind: "number", about };
}

/** A number from 0 up. */
export function wholeNumber(about: string): NumberShape {
  return { kind: "number", about, least: 0 };
}

/** A list. */
export function list(about: string, of: Shape): ListShape {
  return { kind: "list", about, of };
}

/** A mapping. */
export function mapping(
  about: string,
  keys: MappingShape["keys"],
  options: Pick<MappingShape, "required" | "filled" | "open"> = {},
): MappingShape {
  return { kind: "mapping", about, keys, ...options };
}

/** One of several kinds. */
export function either(about: string, ...of: Shape[]): EitherShape {
  return { kind: "either", about, of };
}

/** Any data. */
export function any(about: string): AnyShape {
  return { kind: "any", about };
}
