import { parse } from "@std/yaml/parse";
import { jsonTextOf, members } from "../json.ts";
import type { FileRequest } from "../open_collection.ts";
import type { UnmadeRequest } from "../types.ts";

/** The method and URL of a request; `loose`: without the names of path parameters. */
interface Address {
  readonly exact: string;
  readonly loose: string;
}

/**
 * The operations that files know by another name than the document: the method
 * and the URL are the same, and no file has the name of today. Where parameters
 * of the path have other names, too, only one operation may be like that, in the
 * files and in the document. By their names in files.
 */
export function renamedOperations(
  known: ReadonlyMap<string, readonly { readonly text: string }[]>,
  operations: ReadonlyMap<string, readonly { readonly request: FileRequest }[]>,
): Map<string, string> {
  const names = new Map<string, Address>();
  for (const [name, [{ request }, ...others]] of operations) {
    if (known.has(name) || others.length > 0) continue;
    const address = addressOf(request.http);
    if (address !== undefined) names.set(name, address);
  }
  const renamed = new Map<string, string>();
  if (names.size === 0) return renamed;
  const before = new Map<string, Address[]>();
  for (const [name, files] of known) {
    if (operations.has(name)) continue;
    const addresses = files.flatMap(({ text }) =>
      addressOf(httpIn(text)) ?? []
    );
    before.set(name, addresses);
  }
  const exact = new Map([...names].map(([name, it]) => [it.exact, name]));
  for (const [old, addresses] of before) {
    const found = addresses.find((it) => exact.has(it.exact));
    if (found === undefined) continue;
    const name = exact.get(found.exact)!;
    renamed.set(old, name);
    exact.delete(found.exact);
    names.delete(name);
    before.delete(old);
  }
  const after = byLoose([...names].map(([name, it]) => [name, [it]]));
  for (const [loose, [old, ...more]] of byLoose(before)) {
    const [name, ...others] = after.get(loose) ?? [];
    const isOne = more.length === 0 && others.length === 0;
    if (name === undefined || !isOne || renamed.has(old)) continue;
    renamed.set(old, name);
  }
  return renamed;
}

/** Names by the addresses of what they name. */
function byLoose(
  named: Iterable<readonly [name: string, addresses: readonly Address[]]>,
): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const [name, addresses] of named) {
    for (const loose of new Set(addresses.map((it) => it.loose))) {
      const names = all.get(loose);
      if (names) names.push(name);
      else all.set(loose, [name]);
    }
  }
  return all;
}

function addressOf(http: unknown): Address | undefined {
  const [method, url] = [Object(http).method, Object(http).url].map(jsonTextOf);
  if (method === undefined || url === undefined) return undefined;
  const [base, path] = partsOf(url);
  const loose = path.replace(
    /\/:[^/?#]+|\{\{[^{}]*\}\}/g,
    (it) => it.startsWith("/") ? "/:" : "{{}}",
  );
  return { exact: `${method} ${url}`, loose: `${method} ${base}${loose}` };
}

/** A URL before its path, and the rest. */
function partsOf(url: string): [base: string, path: string] {
  const [base] = /^(?:[^/:]*:\/\/)?[^/]*/.exec(url)!;
  return [base, url.slice(base.length)];
}

/** Tells whether a file is that of a request which the document has, but which could not be made of it. */
export function unmadeIn(
  unmade: readonly UnmadeRequest[],
): (file: { readonly operation: string; readonly text: string }) => boolean {
  const operations = new Set(unmade.map((one) => one.operation));
  const paths = new Set(
    unmade.filter((one) => one.operation === undefined).map((one) => one.path),
  );
  return ({ operation, text }) => {
    if (operations.has(operation)) return true;
    if (paths.size === 0) return false;
    const url = jsonTextOf(Object(httpIn(text)).url) ?? "";
    return paths.has(undefined) || paths.has(partsOf(url)[1]);
  };
}

function httpIn(text: string): unknown {
  try {
    return members(parse(text, { schema: "core" })).http;
  } catch {
    return undefined;
  }
}
