import { join } from "../../path.ts";
import { REQUEST_EXTENSIONS } from "../../../core/collection/format.ts";
import { groupBy } from "../../../core/source/group_by.ts";
import { isOneEdit, nearest } from "../../../core/source/nearest.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import { entriesIn } from "./named_path.ts";
import { fileTextOf } from "./stray_request.ts";

/** Files that are read: this is for a message, and a collection has fewer. */
const MAX_FILES = 1_000;

/** Requests of one name that may be meant, and that name. */
export interface Named {
  readonly called: string;
  readonly paths: readonly string[];
}

/**
 * The requests of this name in a folder, at any depth, or else those of the name
 * that is nearest to it; undefined for none.
 */
export function requestsNamed(
  name: string,
  folder: string,
): Named | undefined {
  const all: { readonly path: string; readonly called: string }[] = [];
  const folders = [folder];
  let left = MAX_FILES;
  for (const inside of folders) {
    for (const { name: entry, isDirectory, isFile } of entriesIn(inside)) {
      if (/^(?:\..*|node_modules|environments)$/.test(entry)) continue;
      const path = join(inside, entry);
      if (isDirectory) folders.push(path);
      if (!isFile || !isRequest(entry)) continue;
      if (left-- === 0) return undefined;
      const called = nameIn(fileTextOf(path), path);
      if (typeof called === "string") all.push({ path, called });
    }
  }
  const byName = groupBy(all, ({ called }) => called);
  const near = [...byName.keys()].filter((one) => isNear(name, one));
  const meant = byName.has(name) ? name : nearest(name, near);
  return meant === undefined
    ? undefined
    : { called: meant, paths: byName.get(meant)!.map(({ path }) => path) };
}

/** Shorter words are others with one letter changed: `Get` and `Set`. */
const MIN_WORD = 4;

/**
 * Whether a name may be a misspelt other one. Names of requests share words, so
 * that `Update user` is no misspelt `Create user`: at most two words differ, by
 * a letter each.
 */
function isNear(name: string, other: string): boolean {
  if (lettersOf(name) === lettersOf(other)) return true;
  const [own, others] = [wordsOf(name), wordsOf(other)];
  if (own.length !== others.length) return false;
  const changed = own.map((word, at) => [word, others[at]])
    .filter(([a, b]) => a !== b);
  return changed.length <= 2 &&
    changed.every(([a, b]) =>
      Math.max(a.length, b.length) >= MIN_WORD && !/\d/.test(a + b) &&
      isOneEdit(a, b)
    );
}

function lettersOf(name: string): string {
  return name.normalize().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Its words in lower case, without articles. */
function wordsOf(name: string): string[] {
  return name.normalize().toLowerCase().split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/^(?:a|an|the)?$/.test(word));
}

function isRequest(file: string): boolean {
  return !/^(?:folder|collection|opencollection|definition)\./.test(file) &&
    REQUEST_EXTENSIONS.some((it) => file.endsWith(it));
}

function nameIn(text: string, path: string): unknown {
  if (path.endsWith(".bru")) {
    return /^meta \{[^}]*?^[ \t]*name:[ \t]*(.*?)[ \t]*$/m.exec(text)?.[1];
  }
  const value = parseYaml(path, text).document?.root as Written | undefined;
  return value?.info?.name ?? value?.name;
}

/** What a request is called, in YAML and in Postman's trees. */
interface Written {
  readonly info?: { readonly name?: unknown } | null;
  readonly name?: unknown;
}
