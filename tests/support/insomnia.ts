import { importSource } from "../../lib/tools/convert/import_source.ts";
import { countCollection } from "../../lib/tools/convert/export/count_collection.ts";
import { accountOf } from "../../lib/tools/convert/account.ts";
import { toFiles } from "../../lib/tools/convert/to_files.ts";
import type {
  Imported,
  ImportedRequest,
} from "../../lib/tools/convert/types.ts";
import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { FileRequest } from "../../lib/tools/convert/open_collection.ts";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

/** What a request has, what of the file it becomes, and what is said of it. */
export interface InsomniaRow {
  readonly name: string;
  readonly has: Json;
  readonly file: Partial<FileRequest> & Json;
  readonly said?: readonly string[];
}

/** Imports an export of Insomnia, and holds that what it counts adds up. */
export async function importedInsomnia(
  document: unknown,
): Promise<{ value: Imported; said: string[] }> {
  const main = "export.json";
  const { value, diagnostics } = await importSource({
    name: main,
    main,
    files: new Map([[main, JSON.stringify(document)]]),
    hasFile: () => true,
  }, { from: "insomnia" });
  assertEquals(diagnostics, []);
  const { files, counts: all, notes } = toFiles(value!);
  assertEquals(all, countCollection(files, "opencollection.yml"));
  const { added = {}, counts: source } = value!;
  assertEquals(accountOf({ source, all, added, notes }).note, undefined);
  return {
    value: value!,
    said: value!.notes.map(({ message, source }) =>
      source?.path === undefined ? message : `${source.path}: ${message}`
    ),
  };
}

/** A document of version 5 with these items. */
export function version5(
  collection: readonly unknown[],
  more: Record<string, unknown> = {},
): unknown {
  return {
    type: "collection.insomnia.rest/5.0",
    name: "W",
    collection,
    ...more,
  };
}

/** The request of a name, wherever it lies. */
export function requestCalled(
  name: string,
  { items }: Imported,
): ImportedRequest["request"] {
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "folder") stack.push(...item.items);
    else if (item.request.info.name === name) return item.request;
  }
  throw new Error(`There is no request "${name}"`);
}

/** Tests rows, each with a request that has what the row says. */
export function itImports(rows: readonly InsomniaRow[]): void {
  for (const { name, has, file, said = [] } of rows) {
    it(name, async () => {
      const { value, said: all } = await importedInsomnia(
        version5([{ name: "R", method: "POST", url: "http://a", ...has }]),
      );
      const request: Json = requestCalled("R", value);
      for (const [key, part] of Object.entries<Json>(file)) {
        const isRequest = /^(?:http|graphql|websocket|grpc)$/.test(key);
        for (const [inner, one] of isRequest ? Object.entries(part) : []) {
          assertEquals(plain(request[key]?.[inner]), one, `${key}.${inner}`);
        }
        if (!isRequest) assertEquals(request[key], part, key);
      }
      assertEquals(all, said.map((one) => `collection[0]: ${one}`));
    });
  }
}

/** Without members that are undefined. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
