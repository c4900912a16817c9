import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { loadCollection } from "../../lib/host/files/load_collection.ts";
import { readCollection } from "../../lib/collection/read_collection.ts";
import type { Diagnostic } from "../../lib/source/diagnostic.ts";

/**
 * Whether a file of a page is what its path says: a workflow, or a part of a
 * collection (unknown keys included).
 */
export function checkFile(cwd: string, path: string, text: string): void {
  if (path.startsWith(".")) {
    assert(typeof parse(text) === "object", "a mapping is expected");
    return;
  }
  check(loadCollection([path], { cwd }).diagnostics);
}

/**
 * Whether a piece of YAML is part of a request, folder, collection or
 * environment, as its keys tell.
 */
export function checkFragment(text: string): void {
  const path = pathFor(Object.keys(parse(text) as object));
  const files = new Map([["opencollection.yml", "info: { name: Page }"]]);
  files.set(path, text);
  const { value, diagnostics } = readCollection({ root: "", files });
  check([
    ...diagnostics,
    ...[...value?.environments.values() ?? []].flatMap(({ diagnostics }) =>
      diagnostics ?? []
    ),
  ]);
}

/** The name of a file that can have such keys. */
function pathFor(keys: readonly string[]): string {
  if (keys.some((key) => REQUEST_KEYS.has(key))) return "request.yml";
  if (keys.includes("variables")) return "environments/local.yml";
  if (keys.includes("config") || keys.includes("items")) {
    return "opencollection.yml";
  }
  return "folder/folder.yml";
}

const REQUEST_KEYS = new Set(["http", "graphql", "runtime", "settings"]);

/** A fragment may leave out what a file needs. */
function check(diagnostics: readonly Diagnostic[]): void {
  assertEquals(diagnostics.map(({ message }) => message), []);
}
