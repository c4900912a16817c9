import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { loadCollection } from "../../lib/host/files/load_collection.ts";
import { readCollection } from "../../lib/core/collection/read_collection.ts";
import { systemSources } from "../../lib/host/system_sources.ts";
import { renderRequest } from "../../lib/core/request/render_request.ts";
import { openRequest } from "../../lib/core/run/open_request.ts";
import { Execution } from "../../lib/core/scope/execution.ts";
import type { Diagnostic } from "../../lib/core/source/diagnostic.ts";

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
 * environment, as its keys tell. A request is rendered.
 */
export function checkFragment(text: string): void {
  const keys = Object.keys(parse(text) as object);
  const path = pathFor(keys);
  const files = new Map([["opencollection.yml", "info: { name: Page }"]]);
  const isDetailed = keys.some((key) => DETAILS.includes(key));
  files.set(path, path === REQUEST && !isDetailed ? HTTP + text : text);
  const { value, diagnostics } = readCollection({ root: "", files });
  check([
    ...diagnostics,
    ...(value?.environments ?? []).flatMap((one) => one.diagnostics ?? []),
  ]);
  if (value === undefined || path !== REQUEST) return;
  const { request, scopes, inherited } = openRequest(value, path, {
    undefined: "keep",
  });
  const execution = new Execution(systemSources);
  check(renderRequest(request, { scopes, inherited, execution }).diagnostics);
}

const REQUEST = "request.yml";
const HTTP = "http: { method: GET, url: 'http://127.0.0.1' }\n";

/** The name of a file that can have such keys. */
function pathFor(keys: readonly string[]): string {
  if (keys.some((key) => REQUEST_KEYS.has(key))) return REQUEST;
  if (keys.includes("variables")) return "environments/local.yml";
  return keys.includes("request") && !keys.includes("config")
    ? "folder/folder.yml"
    : "opencollection.yml";
}

const DETAILS = ["http", "graphql", "websocket", "grpc"];
const REQUEST_KEYS = new Set([...DETAILS, "runtime", "settings"]);

function check(diagnostics: readonly Diagnostic[]): void {
  assertEquals(diagnostics.map(({ message }) => message), []);
}
