import type { Value } from "../scope/value/value.ts";
import { readRightSide, type RightSide } from "./read_right_side.ts";

/**
 * Reads the list that `in`, `notIn` and `between` take: an array as it is,
 * otherwise the text's parts between commas, each read as a right side.
 * Commas inside quotes do not separate.
 */
export function readList(right: RightSide): readonly (Value | undefined)[] {
  if (Array.isArray(right.value)) return right.value;
  return splitAtCommas(right.quoted ?? right.text).map((part) =>
    readRightSide(part).value
  );
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") {
      // An apostrophe inside a word opens nothing.
      if (text.slice(start, i).trim() === "") quote = char;
    } else if (char === ",") {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
