import type { LineText } from "../../core/source/diagnostic.ts";
import { lineColumn, lineSpan } from "../../core/source/line_starts.ts";
import {
  type Units,
  valueUnits,
} from "../../core/collection/bru/value_units.ts";
import type { Scalar } from "yaml";
import type { BruFile } from "./bru_file.ts";
import { scalarUnits, type YamlFile, type YamlFiles } from "./yaml_files.ts";

/** What each line of a script has besides code, by the line's number in a file, from 1. */
export type ScriptTexts = ReadonlyMap<number, readonly LineText[]>;

const NONE: ScriptTexts = new Map();
/** A file is shown again and again. */
const known = new WeakMap<YamlFile | BruFile, Promise<ScriptTexts>>();

/** What the scripts of a file have besides code. */
export async function scriptTexts(
  name: string,
  files: YamlFiles,
): Promise<ScriptTexts> {
  const isBru = name.endsWith(".bru");
  // To find places takes long, and most files have no script.
  const mark = isBru ? /^(?:script|tests)\b/m : /\bcode\b/;
  if (!mark.test(files.text(name) ?? "")) return NONE;
  const file = await files.open(name);
  if (file === undefined) return NONE;
  let texts = known.get(file);
  if (texts === undefined) known.set(file, texts = textsOf(file));
  return await texts;
}

async function textsOf(file: YamlFile | BruFile): Promise<ScriptTexts> {
  const scripts = file.kind === "bru"
    ? bruScripts(file, file.root).toArray()
    : yamlScripts(file);
  if (scripts.length === 0) return NONE;
  const { textsInLine } = await import(
    "../../tools/convert/secrets/shown_texts.ts"
  );
  const { text } = file;
  const lines = new Map<number, readonly LineText[]>();
  for (const { text: code, at } of scripts) {
    const last = lineColumn(text, at[code.length]).line;
    for (let line = lineColumn(text, at[0]).line; line <= last; line++) {
      const span = lineSpan(text, line)!;
      lines.set(line, textsInLine(code, { ...span, at: (unit) => at[unit] }));
    }
  }
  return lines;
}

/** The scripts of a mapping or list in a `.bru` file, and of all in it. */
function* bruScripts(
  { text, places }: BruFile,
  root: unknown,
): Generator<Units> {
  if (typeof root !== "object" || root === null) return;
  for (const [key, value] of Object.entries(root)) {
    const list = key === "scripts" && Array.isArray(value) ? value : [];
    for (const script of list) {
      const place = places.get(script)?.get("code");
      if (place?.value) yield valueUnits(text, place.value);
    }
    yield* bruScripts({ text, places } as BruFile, value);
  }
}

function yamlScripts(file: YamlFile): Units[] {
  const { yaml, document } = file;
  const found: Units[] = [];
  const isKey = (key: unknown, name: string) =>
    yaml.isScalar(key) && key.value === name;
  yaml.visit(document, {
    Pair(_, { key, value }, path) {
      const list = path.at(-3);
      const isScript = isKey(key, "code") && yaml.isScalar(value) &&
        typeof value.value === "string" && value.value !== "" &&
        yaml.isPair(list) && isKey(list.key, "scripts");
      const units = isScript
        ? scalarUnits(file, value as Scalar.Parsed)
        : undefined;
      if (units) found.push(units);
    },
  });
  return found;
}
