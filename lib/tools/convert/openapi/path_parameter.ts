import { isMapping, type RawJson } from "../json.ts";
import { withLongNumbers } from "./long_numbers.ts";

/** How a path parameter is written into a URL. */
interface PathStyle {
  readonly name: string;
  readonly style: string | undefined;
  readonly explode: boolean;
  /** What stands between the elements of a list. */
  readonly separator: string;
}

/** A path parameter as the text of a URL: the value of a variable, and what stands before that. */
export interface WrittenPath {
  readonly prefix: string;
  readonly value: string;
}

/**
 * A list, a mapping or a value of the style "matrix", by RFC 6570. Undefined
 * for others, which can be a row of the request: Brace encodes all of a row's
 * value, also the commas between elements.
 */
export function writtenPath(
  value: RawJson,
  { name, style, explode, separator }: PathStyle,
): WrittenPath | undefined {
  const isList = Array.isArray(value) && value.length > 0;
  const isObject = isMapping(value) && Object.keys(value).length > 0;
  const isMatrix = style === "matrix";
  if (!isList && !isObject && !isMatrix) return undefined;
  const mark = isMatrix ? ";" : style === "label" ? "." : "";
  const key = `${pathValue(name)}=`;
  const between = explode && mark !== "" ? mark : separator;
  const prefix = isMatrix && !(isObject && explode) ? mark + key : mark;
  if (isObject) {
    const entries = Object.entries(value).map((pair) => pair.map(pathValue));
    return {
      prefix,
      value: explode
        ? entries.map((pair) => pair.join("=")).join(between)
        : entries.flat().join(separator),
    };
  }
  if (!isList) return { prefix, value: pathValue(value) };
  const element = isMatrix && explode ? `;${key}` : between;
  return { prefix, value: value.map(pathValue).join(element) };
}

/** A value in a path, where Brace does not encode the variables of a file. */
export function pathValue(value: RawJson): string {
  return encodeURIComponent(withLongNumbers(plain(value)).toWellFormed());
}

/** A value in the simple style: lists and mappings with commas. */
export function plain(value: RawJson): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(plain).join(",");
  if (isMapping(value)) {
    return Object.entries(value).flat().map(plain).join(",");
  }
  return String(value);
}
