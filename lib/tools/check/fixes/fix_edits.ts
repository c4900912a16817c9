import { parseBlocks } from "../../../core/collection/bru/parse_blocks.ts";
import type { BruBlock } from "../../../core/collection/bru/shape.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import type { Fix, TextEdit } from "../../../core/source/diagnostic.ts";
import { lineColumn } from "../../../core/source/line_starts.ts";
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
 * where another key would give it more errors: under its right name, a value may
 * be of the wrong kind. Comments and all else stay as they are.
 */
export async function fixEdits(
  file: string,
  text: string,
  fix: Fix,
  places: FixPlaces,
): Promise<TextEdit[] | undefined> {
  const at = await places(text, fix);
  const says = file.endsWith(".bru")
    ? wantedBru(file, text, fix)
    : wantedYaml(file, text, fix);
  if (at === undefined || says === undefined) return undefined;
  const errorsBefore = once(() => errorsOfFile(file, text));
  // A word that stops a file hides the errors that come after it.
  const mayShowMore = () => !fix.location.onKey && errorsBefore() > 0;
  return [(it: string) => it, escaped].map((write) =>
    fix.edits.map(({ text }, index) => ({
      offset: at[2 * index],
      length: at[2 * index + 1] - at[2 * index],
      text: write(text),
    }))
  ).find((edits) => {
    const after = edited(text, edits);
    return says(after) &&
      (mayShowMore() || errorsOfFile(file, after) <= errorsBefore());
  });
}

/** Whether a text is what the fix is to make of a file. */
type IsWanted = (after: string) => boolean;

/** Whether a file of YAML says the same with the change in it. */
function wantedYaml(
  file: string,
  text: string,
  { location, edits }: Fix,
): IsWanted | undefined {
  const root = rootOf(file, text);
  const { keys = [], onKey = false } = location;
  if (!isThere(root, keys, onKey)) return undefined;
  const wanted = JSON.stringify(
    onKey
      ? withKey(root, keys, edits)
      : withValue(root, keys, edited(valueAt(root, keys) as string, edits)),
  );
  return (after) => JSON.stringify(rootOf(file, after)) === wanted;
}

/**
 * Whether one word or text of a `.bru` file is another one, and all others are
 * what they were. What the file says of a request is no measure: the word for
 * a body or for auth decides which of its blocks count.
 */
function wantedBru(
  file: string,
  text: string,
  { edits }: Fix,
): IsWanted | undefined {
  const { blocks } = parseBlocks(file, text);
  if (blocks === undefined) return undefined;
  return (after) => {
    const { blocks: others } = parseBlocks(file, after);
    if (others?.length !== blocks.length) return false;
    const changed = blocks.flatMap((block, index) => {
      const other = others[index];
      // What an unknown block holds is read in another way.
      return block.name === other.name
        ? differing(textsIn(block), textsIn(other))
        : [[block.name, other.name]];
    });
    return changed.length === 1 &&
      edited(changed[0][0], edits) === changed[0][1];
  };
}

/** All that a block says, in its order. */
function textsIn({ pairs, text }: BruBlock): string[] {
  return [
    ...pairs.flatMap(
      ({ name, disabled, value, list, annotations, contentType }) => [
        name,
        String(disabled),
        value.text,
        JSON.stringify(list?.map((one) => one.text)),
        JSON.stringify(annotations),
        String(contentType?.text),
      ],
    ),
    String(text?.text),
  ];
}

/** What is not the same in both, before and after; lists of other lengths have everything. */
function differing(
  before: readonly string[],
  after: readonly string[],
): string[][] {
  return before.flatMap((one, index) =>
    one === after[index] && before.length === after.length
      ? []
      : [[one, after[index]]]
  );
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
  const { document, diagnostics } = parseYaml(file, text);
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

/** A fix that is in a file's text. */
export interface AppliedFix extends Fix {
  /** Where its first edit is, from 1. */
  readonly line: number;
  /** What that edit has replaced. */
  readonly was: string;
}

/** A file's text with fixes in it. */
interface Fixed {
  readonly text: string;
  /** Those that are in it. */
  readonly applied: readonly AppliedFix[];
}

/** Puts fixes into a file's text, one after the other, but for those that cannot be. */
export async function applyFixes(
  file: string,
  text: string,
  fixes: readonly Fix[],
  places: FixPlaces,
): Promise<Fixed> {
  const applied: AppliedFix[] = [];
  let current = text;
  // From the end on, so that the offsets of the others stay.
  const order = fixes.toSorted((a, b) => b.edits[0].offset - a.edits[0].offset);
  for (const fix of order) {
    const edits = await fixEdits(file, current, fix, places);
    if (edits === undefined) continue;
    const [{ offset, length }] = edits;
    const { line } = lineColumn(text, offset);
    const was = current.slice(offset, offset + length);
    current = edited(current, edits);
    applied.push({ ...fix, line, was });
  }
  return { text: current, applied };
}
