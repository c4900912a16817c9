import { bruKind, parseBru } from "../../../core/collection/bru/parse_bru.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import type { Fix, TextEdit } from "../../../core/source/diagnostic.ts";
import { once } from "../../../core/source/once.ts";
import { errorsOfFile } from "./errors_of_file.ts";

/** Says where in a file the units of a text's value stand: one offset for each of the edits' ends. */
export type FixPlaces = (
  text: string,
  fix: Fix,
) => Promise<readonly number[] | undefined>;

/**
 * The edits of a file's text that put a fix into it; undefined where what the
 * file says afterwards would be anything but the text with the change in it, or
 * where it would have more errors: under its right name, a value may be of the
 * wrong kind. Comments and all else stay as they are.
 */
export async function fixEdits(
  file: string,
  text: string,
  fix: Fix,
  places: FixPlaces,
): Promise<TextEdit[] | undefined> {
  const at = await places(text, fix);
  const root = rootOf(file, text);
  const { keys = [], onKey = false } = fix.location;
  if (at === undefined || !isThere(root, keys, onKey)) return undefined;
  const wanted = JSON.stringify(
    onKey
      ? withKey(root, keys, fix.edits)
      : withValue(root, keys, edited(valueAt(root, keys) as string, fix.edits)),
  );
  const errorsBefore = once(() => errorsOfFile(file, text));
  return [(it: string) => it, escaped].map((write) =>
    fix.edits.map(({ text }, index) => ({
      offset: at[2 * index],
      length: at[2 * index + 1] - at[2 * index],
      text: write(text),
    }))
  ).find((edits) => {
    const after = edited(text, edits);
    return JSON.stringify(rootOf(file, after)) === wanted &&
      errorsOfFile(file, after) <= errorsBefore();
  });
}

/** In double quotes of YAML. */
function escaped(text: string): string {
  return text.replaceAll(/["\\]/g, "\\$&");
}

/** A text with edits in it. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let out = "";
  let last = 0;
  for (const { offset, length, text: added } of edits) {
    out += text.slice(last, offset) + added;
    last = offset + length;
  }
  return out + text.slice(last);
}

type Keys = readonly (string | number)[];

/** What a file says; undefined where it cannot be read. */
function rootOf(file: string, text: string): unknown {
  const { document, diagnostics } = file.endsWith(".bru")
    ? parseBru(file, text, {
      kind: bruKind(file.split("/").slice(-2).join("/")),
    })
    : parseYaml(file, text);
  return diagnostics.some(({ severity }) => severity === "error")
    ? undefined
    : document?.root;
}

function valueAt(root: unknown, keys: Keys): unknown {
  let value = root;
  for (const key of keys) {
    value = typeof value === "object" && value !== null &&
        Object.hasOwn(value, key)
      ? (value as Record<string | number, unknown>)[key]
      : undefined;
  }
  return value;
}

/** Whether a text, or a key, stands under keys. */
function isThere(root: unknown, keys: Keys, onKey: boolean): boolean {
  if (!onKey) return typeof valueAt(root, keys) === "string";
  const above = valueAt(root, keys.slice(0, -1));
  return typeof above === "object" && above !== null &&
    Object.hasOwn(above, keys.at(-1)!);
}

/** A copy with another name for a key that it has, in its place. */
function withKey(root: unknown, keys: Keys, edits: Fix["edits"]): unknown {
  const above = keys.slice(0, -1);
  const key = String(keys.at(-1));
  return withValue(
    root,
    above,
    Object.fromEntries(
      Object.entries(valueAt(root, above) as object).map(([name, value]) => [
        name === key ? edited(key, edits) : name,
        value,
      ]),
    ),
  );
}

/** A copy with another value under keys that it has. */
function withValue(
  root: unknown,
  [key, ...rest]: Keys,
  value: unknown,
): unknown {
  if (key === undefined) return value;
  const inner = withValue(valueAt(root, [key]), rest, value);
  return Array.isArray(root)
    ? root.with(Number(key), inner)
    : { ...root as object, [key]: inner };
}

/** A file's text with fixes in it. */
interface Fixed {
  readonly text: string;
  /** Those that are in it. */
  readonly applied: readonly Fix[];
}

/** Puts fixes into a file's text, one after the other, but for those that cannot be. */
export async function applyFixes(
  file: string,
  text: string,
  fixes: readonly Fix[],
  places: FixPlaces,
): Promise<Fixed> {
  const applied: Fix[] = [];
  let current = text;
  // From the end on, so that the offsets of the others stay.
  const order = fixes.toSorted((a, b) => b.edits[0].offset - a.edits[0].offset);
  for (const fix of order) {
    const edits = await fixEdits(file, current, fix, places);
    if (edits === undefined) continue;
    current = edited(current, edits);
    applied.push(fix);
  }
  return { text: current, applied };
}
