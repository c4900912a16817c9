import { parse } from "@std/yaml/parse";
import { jsonTextOf, members } from "../json.ts";
import type { FileRequest } from "../open_collection.ts";

/**
 * The operations that files know by another name than the document: the method
 * and the URL are the same, and no file has the name of today. By their names in
 * files.
 */
export function renamedOperations(
  known: ReadonlyMap<string, readonly { readonly text: string }[]>,
  operations: ReadonlyMap<string, readonly { readonly request: FileRequest }[]>,
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, [{ request }, ...others]] of operations) {
    if (known.has(name) || others.length > 0) continue;
    const address = addressOf(request.http);
    if (address !== undefined) names.set(address, name);
  }
  const renamed = new Map<string, string>();
  if (names.size === 0) return renamed;
  for (const [before, files] of known) {
    if (operations.has(before)) continue;
    const address = files.map(({ text }) => addressOf(httpIn(text)))
      .find((it) => it !== undefined && names.has(it));
    if (address === undefined) continue;
    renamed.set(before, names.get(address)!);
    names.delete(address);
  }
  return renamed;
}

function addressOf(http: unknown): string | undefined {
  const { method, url } = Object(http);
  const texts = [method, url].map(jsonTextOf);
  return texts.includes(undefined) ? undefined : texts.join(" ");
}

function httpIn(text: string): unknown {
  try {
    return members(parse(text, { schema: "core" })).http;
  } catch {
    return undefined;
  }
}
