import { parse } from "@std/yaml/parse";
import { jsonTextOf, members } from "../json.ts";
import type { FileRequest } from "../open_collection.ts";
import type { UnmadeRequest } from "../types.ts";

/** The method and URL of a request; `loose`: without the names of path parameters. */
interface Address {
  /** As an operation without a name is called. */
  readonly name: string;
  readonly exact: string;
  readonly loose: string;
}

/**
 * The files of each operation, by the name that the document has for it today. A
 * file is that of the operation with its method and URL, also where the document
 * gave its name to another one, as generated names move on when an operation
 * comes before them. Otherwise its name counts, unless that operation has another
 * file: then the document has it no more, and its method and path name it. Where parameters of the path have
 * other names as well as the operation, only one may be like that, in the files
 * and in the document.
 */
export function filesByOperation<File extends { readonly text: string }>(
  known: ReadonlyMap<string, readonly File[]>,
  operations: ReadonlyMap<string, readonly { readonly request: FileRequest }[]>,
): Map<string, File[]> {
  const byExact = new Map<string, string>();
  const addressesOf = new Map<string, Set<string>>();
  for (const [name, requests] of operations) {
    const all = requests.flatMap(({ request }) =>
      addressOf(request.http) ?? []
    );
    addressesOf.set(name, new Set(all.map(({ exact }) => exact)));
    for (const { exact } of all) byExact.set(exact, name);
  }
  const groups = [...known].map(([name, files]) => ({
    name,
    files: files.map((file) => {
      const address = addressOf(httpIn(file.text));
      const isOwn = address && byExact.get(address.exact) === name;
      return { file, address, isOwn };
    }),
  }));
  /** Addresses of the document that have files. */
  const settled = new Set(
    groups.flatMap(({ files }) =>
      files.flatMap(({ address, isOwn }) => isOwn ? address!.exact : [])
    ),
  );
  const moved = groups.map(({ name, files }) => {
    const placed = files.map((one) => {
      const exact = one.address?.exact ?? "";
      const now = settled.has(exact) ? undefined : byExact.get(exact);
      return { ...one, now };
    });
    for (const { address, now } of placed) if (now) settled.add(address!.exact);
    return { name, files: placed };
  });
  const found = new Map<string, File[]>();
  const put = (name: string, file: File) => {
    const files = found.get(name);
    if (files) files.push(file);
    else found.set(name, [file]);
  };
  const left: typeof groups = [];
  for (const { name, files } of moved) {
    // Copies whose URL a person changed go along with the others.
    const along = files.some(({ isOwn }) => isOwn)
      ? name
      : files.find(({ now }) => now)?.now;
    if (along === undefined && !operations.has(name)) {
      left.push({ name, files });
      continue;
    }
    const isTaken = addressesOf.get(name)?.isSubsetOf(settled);
    for (const { file, address, now = along } of files) {
      put(now ?? (isTaken && address ? address.name : name), file);
    }
  }
  const after = byLoose(
    [...operations].flatMap(([name, [{ request }, ...others]]) => {
      const address = addressOf(request.http);
      const isNew = !found.has(name) && others.length === 0;
      return isNew && address ? [[name, [address]]] : [];
    }),
  );
  const before = byLoose(
    left.map(({ name, files }) => [
      name,
      files.flatMap(({ address }) => address ?? []),
    ]),
  );
  const renamed = new Map<string, string>();
  for (const [loose, [old, ...more]] of before) {
    const [name, ...others] = after.get(loose) ?? [];
    const isOne = more.length === 0 && others.length === 0;
    if (name === undefined || !isOne || renamed.has(old)) continue;
    renamed.set(old, name);
  }
  for (const { name, files } of left) {
    for (const { file } of files) put(renamed.get(name) ?? name, file);
  }
  return found;
}

/** Whether a file has the method and the URL of a request. */
export function hasAddressOf({ http }: FileRequest, text: string): boolean {
  const address = addressOf(http)?.exact;
  return address !== undefined && addressOf(httpIn(text))?.exact === address;
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
  return {
    name: `${method} ${path.replace(/\/:(\w+)/g, "/{$1}")}`,
    exact: `${method} ${url}`,
    loose: `${method} ${base}${loose}`,
  };
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
