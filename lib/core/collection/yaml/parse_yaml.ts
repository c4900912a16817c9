import { parse } from "@std/yaml/parse";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { AuthType, OwnAuthNames } from "../auth_types.ts";
import { passedLimit } from "./count_nodes.ts";
import { beginsConflict } from "../../source/merge_conflict.ts";
import { conflictDiagnostic } from "../../source/merge_conflict.ts";
import { lineColumn } from "../../source/line_starts.ts";
import { describeYamlError, type StrayName } from "./describe_yaml_error.ts";
import { tabIndentation } from "./tab_indentation.ts";

/** Files beyond this many characters are refused. */
export const MAX_FILE_LENGTH = 10 * 1024 * 1024;
/**
 * List items and members: a file with more of them is refused, as each takes
 * up to a kilobyte while it is parsed. Of a file that is a whole collection
 * each request may have so many.
 */
export const MAX_NODES = 200_000;
/** So many may all requests of one file have. */
export const MAX_NODES_IN_ALL = 1_000_000;

/** A YAML file as plain data. */
export interface YamlDocument {
  /** Path of the file, as shown to the user. */
  readonly file: string;
  /** Mappings, lists, strings, numbers, booleans and null. */
  readonly root: unknown;
  /**
   * A scalar's text as the author wrote it (`1.10` where the data has 1.1);
   * undefined where nothing is written.
   */
  written(path: readonly (string | number)[]): string | undefined;
  /** A key's text as the author wrote it (`1.10` where the data has "1.1"); undefined where it is the data's. */
  writtenKey?(path: readonly (string | number)[]): string | undefined;
  /** The keys in the file for those of the data, where the file has another form. */
  keys?(path: readonly (string | number)[]): readonly (string | number)[];
  /** How the file itself names what is under keys, where the file has another form. */
  ownName?(path: readonly (string | number)[]): string | undefined;
  /** How the file itself names a key that takes one of some words, and those words. */
  choice?(path: readonly (string | number)[]): OwnChoice | undefined;
  /** How the file itself names the fields of a kind of auth, where the file has another form. */
  authNames?(type: AuthType): OwnAuthNames | undefined;
  /** The name in the file of a key that its form does not have, and those that it has there. */
  strayName?(key: string): StrayName | undefined;
  /** Whether a problem of the file says already why auth has no fields. */
  lacksAuth?(): boolean;
  /** How to write a list, where the file has another form. */
  readonly listForm?: string;
}

/** A key that takes one of some words, in a file of another form. */
export interface OwnChoice {
  readonly name: string;
  readonly words: readonly string[];
}

/** Reads a YAML file; without a document when it is malformed. */
export function parseYaml(
  file: string,
  text: string,
): { document?: YamlDocument; diagnostics: Diagnostic[] } {
  const tooLarge = limit(file, text);
  if (tooLarge) return { diagnostics: [tooLarge] };
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tab = tabIndentation(file, source);
  if (tab) return { diagnostics: [tab] };
  let root: unknown;
  try {
    root = parse(source, { schema: "core" });
  } catch (error) {
    return { diagnostics: [describeYamlError(file, source, error)] };
  }
  // Markers with nothing between them are a text.
  if (typeof root === "string" && beginsConflict(source)) {
    const conflict = conflictDiagnostic(file, source, "YAML_SYNTAX");
    if (conflict) return { diagnostics: [conflict] };
  }
  return {
    document: { file, root, ...asWritten(source, root) },
    diagnostics: [],
  };
}

function limit(file: string, text: string): Diagnostic | undefined {
  const found = text.length > MAX_FILE_LENGTH
    ? { reason: "it is larger than 10 MiB" }
    : tooManyNodes(text);
  return found && {
    code: "LIMIT",
    severity: "error",
    message: `Cannot read "${file}": ${found.reason}`,
    location: { file, ...found.at },
  };
}

function tooManyNodes(text: string): {
  readonly reason: string;
  readonly at?: ReturnType<typeof lineColumn>;
} | undefined {
  const limits = { inAll: MAX_NODES_IN_ALL, inItem: MAX_NODES };
  const passed = passedLimit(text, limits);
  if (passed === undefined) return undefined;
  const { limit, offset, isItem } = passed;
  const [subject, wayOut] = isItem
    ? ["one request", "move its body to a file"]
    : ["it", "divide it into files"];
  const many = limits[limit].toLocaleString("en");
  return {
    reason:
      `${subject} has more than ${many} list items and members (${wayOut})`,
    at: lineColumn(text, offset),
  };
}

/**
 * The core schema turns `1.10` into a number and its text is lost, so the
 * first question for it parses the file again with every scalar as text. Most
 * files need no second time: they have no number that is written otherwise.
 */
function asWritten(
  source: string,
  root: unknown,
): Pick<YamlDocument, "written" | "writtenKey"> {
  let texts: unknown;
  let parsed = false;
  let plain: boolean | undefined;
  const isPlain = () => plain ??= isPlainlyWritten(source);
  const parseTexts = () => {
    if (!parsed) {
      parsed = true;
      texts = parseAsText(source);
    }
    return texts;
  };
  return {
    written(path) {
      const value = parsed ? undefined : valueAt(root, path);
      if (typeof value === "number" || typeof value === "boolean") {
        if (isPlain() && Number.isFinite(Number(value))) return String(value);
      }
      const text = valueAt(parseTexts(), path, textKey);
      return typeof text === "string" ? text : undefined;
    },
    writtenKey(path) {
      const key = path.at(-1);
      if (typeof key !== "string" || !isNumeric(key) || isPlain()) return;
      const mapping = valueAt(parseTexts(), path.slice(0, -1), textKey);
      const text = isObject(mapping) ? textKey(mapping, key) : undefined;
      return text === key ? undefined : text;
    },
  };
}

/** Every scalar as text; undefined where not even that can be read. */
function parseAsText(source: string): unknown {
  for (const text of [source, source.replace(CORE_TAGS, "!!str")]) {
    try {
      return parse(text, { schema: "failsafe" });
    } catch {
      // A tag that only the core schema knows.
    }
  }
}

const CORE_TAGS = /!!(?:int|float|bool|null)\b/g;

/** What keys and indexes lead to; undefined where they lead nowhere. */
function valueAt(
  root: unknown,
  path: readonly (string | number)[],
  find: typeof textKey = ownKey,
): unknown {
  let node = root;
  for (const key of path) {
    const own = isObject(node) ? find(node, String(key)) : undefined;
    if (own === undefined) return undefined;
    node = (node as Record<string, unknown>)[own];
  }
  return node;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function ownKey(node: object, key: string): string | undefined {
  return Object.hasOwn(node, key) ? key : undefined;
}

/** The key as text for that of the data: `1.10` for "1.1". */
function textKey(node: object, key: string): string | undefined {
  if (Object.hasOwn(node, key)) return key;
  if (Array.isArray(node) || !isNumeric(key)) return undefined;
  let texts = numericKeys.get(node);
  if (texts === undefined) {
    texts = new Map();
    for (const text of Object.keys(node)) {
      const number = readNumber(text);
      if (number !== undefined && !texts.has(number)) texts.set(number, text);
    }
    numericKeys.set(node, texts);
  }
  return texts.get(key);
}

/** The keys of mappings that are numbers, by how JavaScript writes the number. */
const numericKeys = new WeakMap<object, Map<string, string>>();

function isNumeric(key: string): boolean {
  return /^-?(?:\d|Infinity$)|^NaN$/.test(key);
}

/** The number that the core schema reads, as JavaScript writes it. */
function readNumber(text: string): string | undefined {
  if (!/^[-+]?\.?[\dinN]/.test(text)) return undefined;
  try {
    const number = parse(text, { schema: "core" });
    return typeof number === "number" ? String(number) : undefined;
  } catch {
    return undefined;
  }
}

/** What may be a number, wherever it stands. */
const NUMBERS = /(?<![\w.+-])[-+]?\.?\d[\w.+-]*/g;
/** Tags, and other spellings of true and false. */
const OTHERWISE = /!!|\b(?:True|TRUE|False|FALSE)\b/;

/** Whether each number, true and false in a file is written as JavaScript writes it. */
function isPlainlyWritten(source: string): boolean {
  if (OTHERWISE.test(source)) return false;
  for (const [text] of source.matchAll(NUMBERS)) {
    const number = Number(text);
    // A date, an address, a version: no number, without the `_` of YAML's.
    if (Number.isNaN(number) && !text.includes("_")) continue;
    if (String(number) !== text) return false;
  }
  return true;
}
