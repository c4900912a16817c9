import { join } from "../../path.ts";
import { REQUEST_EXTENSIONS } from "../../../core/collection/format.ts";
import { groupBy } from "../../../core/source/group_by.ts";
import { nearest } from "../../../core/source/nearest.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import { entriesIn } from "./named_path.ts";
import { fileTextOf } from "./stray_request.ts";

/** Files that are read: this is for a message, and a collection has fewer. */
const MAX_FILES = 1_000;

/**
 * The only request of this name in a folder, at any depth, or else the only one
 * of the name that is nearest to it; undefined for none and for several.
 */
export function requestNamed(name: string, folder: string): string | undefined {
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
  const meant = byName.has(name) ? name : nearest(name, byName.keys());
  const [only, ...more] = meant === undefined ? [] : byName.get(meant)!;
  return more.length === 0 ? only?.path : undefined;
}

function isRequest(file: string): boolean {
  return !/^(?:folder|collection|opencollection|definition)\./.test(file) &&
    REQUEST_EXTENSIONS.some((it) => file.endsWith(it));
}

function nameIn(text: string, path: string): unknown {
  if (path.endsWith(".bru")) {
    return /^meta \{[^}]*?^[ \t]*name:[ \t]*(.*?)[ \t]*$/m.exec(text)?.[1];
  }
  const value = parseYaml(path, text).document?.root as Named | undefined;
  return value?.info?.name ?? value?.name;
}

/** What a request is called, in YAML and in Postman's trees. */
interface Named {
  readonly info?: { readonly name?: unknown } | null;
  readonly name?: unknown;
}
