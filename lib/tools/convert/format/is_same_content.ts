import { parse } from "@std/yaml/parse";
import { narrow } from "../../../core/collection/shape/narrow.ts";
import type { Shape } from "../../../core/collection/shape/types.ts";
import { isPlainObject } from "../../../core/source/is_plain_object.ts";
import { any } from "../../../core/collection/shape/make.ts";
import { indentJson } from "./indent_json.ts";
import { viewOfData } from "./view_of_data.ts";

/**
 * Whether two texts of a file say the same to who reads it: the same data, as
 * it is typed and as it is written, but for the white space of JSON bodies.
 */
export function isSameContent(a: string, b: string, shape: Shape): boolean {
  return (["core", "failsafe"] as const).every((schema) => {
    const [one, other] = [a, b].map((text) => parsed(text, schema));
    return one !== undefined && other !== undefined
      ? isSame(one.data, other.data, shape, new Map())
      : one === other && schema === "failsafe";
  });
}

/** Nothing where a tag is there that only the other schema knows. */
function parsed(
  text: string,
  schema: "core" | "failsafe",
): { data: unknown } | undefined {
  try {
    return { data: parse(text, { schema }) };
  } catch {
    return undefined;
  }
}

/** `seen`: what was compared already, or is being compared; aliases make it many times, or endless. */
function isSame(
  a: unknown,
  b: unknown,
  shape: Shape,
  seen: Map<unknown, unknown>,
): boolean {
  if (typeof a === "object" && a !== null) {
    if (seen.get(a) === b) return true;
    seen.set(a, b);
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    const narrowed = narrow(shape, viewOfData(a));
    const of = narrowed.kind === "list" ? narrowed.of : ANY;
    return a.length === b.length &&
      a.every((one, index) => isSame(one, b[index], of, seen));
  }
  if (isPlainObject(a) && isPlainObject(b)) {
    const narrowed = narrow(shape, viewOfData(a));
    const keys = narrowed.kind === "mapping" ? narrowed.keys : {};
    const names = Object.keys(a);
    const others = Object.keys(b);
    // Where the order is nobody's but the author's, it counts.
    return names.length === others.length &&
      (narrowed.kind === "mapping" ||
        names.every((name, index) => name === others[index])) &&
      names.every((name) =>
        Object.hasOwn(b, name) &&
        isSame(
          a[name],
          b[name],
          Object.hasOwn(keys, name) ? keys[name] : ANY,
          seen,
        )
      );
  }
  if (Object.is(a, b)) return true;
  return shape.kind === "text" && shape.code === "json" &&
    typeof a === "string" && typeof b === "string" &&
    blankless(a) === blankless(b) && indentJson(a) === indentJson(b);
}

const ANY = any("Any data");

function blankless(text: string): string {
  return text.replace(/[ \t\r\n]+/g, "");
}
