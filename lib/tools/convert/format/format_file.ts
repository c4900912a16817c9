import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { type FormatStyle, formatYaml } from "./format_yaml.ts";
import { TreeRefusal } from "./to_tree.ts";
import { parse } from "@std/yaml/parse";
import { narrow } from "../../../core/collection/shape/narrow.ts";
import type { Shape } from "../../../core/collection/shape/types.ts";
import { isPlainObject } from "../../../core/source/plain_value.ts";
import { any } from "../../../core/collection/shape/make.ts";
import { indented, type IndentedBodies } from "./indent_json.ts";
import { viewOfData } from "./view_of_data.ts";

/** More rounds than any text needs until it stays as it is. */
const MAX_ROUNDS = 4;

/** What formatting a file gives. */
export interface Formatted {
  /** Absent where the file stays as it is for a reason. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes a collection's file in its one style: the order of keys is Bruno's,
 * texts with placeholders are quoted, bodies and scripts are blocks, JSON
 * bodies indented. Comments stay. What the file says is the same, but for the
 * white space of JSON bodies; formatting it once more changes nothing. A file
 * for which this cannot be had stays as it is, with the reason.
 */
export function formatFile(
  file: string,
  text: string,
  style: FormatStyle,
): Formatted {
  const { document, diagnostics } = parseYaml(file, text);
  if (document === undefined) return { diagnostics };
  const isCrlf = /\r\n/.test(text) && !/[^\r]\n/.test(text);
  const plain = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  try {
    const bodies: IndentedBodies = new Map();
    const formatted = settled(plain, style, bodies);
    if (
      formatted !== plain &&
      !isSameContent(plain, formatted, style.shape, bodies)
    ) {
      throw new TreeRefusal("formatting would change its meaning");
    }
    return {
      text: isCrlf ? formatted.replaceAll("\n", "\r\n") : formatted,
      diagnostics: [],
    };
  } catch (error) {
    if (!(error instanceof TreeRefusal)) throw error;
    return {
      diagnostics: [{
        code: "UNSUPPORTED",
        severity: "warning",
        message: `Left "${file}" as it is: ${error.message}`,
        location: { file },
      }],
    };
  }
}

/** Formatted until that changes nothing any more. */
function settled(
  text: string,
  style: FormatStyle,
  bodies: IndentedBodies,
): string {
  let before = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const after = formatYaml(before, style, bodies);
    if (after === before) return after;
    before = after;
  }
  throw new TreeRefusal("formatting it twice gives two results");
}

/**
 * Whether two texts of a file say the same to who reads it: the same data, as
 * it is typed and as it is written, but for the white space of JSON bodies.
 */
export function isSameContent(
  a: string,
  b: string,
  shape: Shape,
  bodies: IndentedBodies = new Map(),
): boolean {
  return (["core", "failsafe"] as const).every((schema) => {
    const [one, other] = [a, b].map((text) => parsed(text, schema));
    return one !== undefined && other !== undefined
      ? isSame(one.data, other.data, shape, { seen: new Map(), bodies })
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

/** What comparing knows. */
interface Compared {
  /** What was compared already, or is being compared; aliases make it many times, or endless. */
  readonly seen: Map<unknown, unknown>;
  readonly bodies: IndentedBodies;
}

function isSame(
  a: unknown,
  b: unknown,
  shape: Shape,
  compared: Compared,
): boolean {
  const { seen, bodies } = compared;
  if (typeof a === "object" && a !== null) {
    if (seen.get(a) === b) return true;
    seen.set(a, b);
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    const narrowed = narrow(shape, viewOfData(a));
    const of = narrowed.kind === "list" ? narrowed.of : ANY;
    return a.length === b.length &&
      a.every((one, index) => isSame(one, b[index], of, compared));
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
          compared,
        )
      );
  }
  if (Object.is(a, b)) return true;
  return shape.kind === "text" && shape.code === "json" &&
    typeof a === "string" && typeof b === "string" &&
    blankless(a) === blankless(b) &&
    indented(a, bodies) === indented(b, bodies);
}

const ANY = any("Any data");

function blankless(text: string): string {
  return text.replace(/[ \t\r\n]+/g, "");
}
