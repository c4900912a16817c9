import { assertEquals } from "@std/assert";
import { type Account, accountOf } from "../../lib/tools/convert/account.ts";
import { type AccountCounts, NOTHING } from "../../lib/tools/convert/counts.ts";
import { countCollection } from "../../lib/tools/convert/export/count_collection.ts";
import { importSource } from "../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../lib/tools/convert/to_files.ts";
import type { ImportKind } from "../../lib/tools/convert/types.ts";

/**
 * Imports files, and holds that the source's numbers are those that were made,
 * that they are the written plus the named ones, and that what counts as written
 * is in the files.
 */
export async function assertAddsUp(
  kind: ImportKind,
  files: Readonly<Record<string, string>>,
  { counts, main }: { counts: Partial<AccountCounts>; main?: string },
): Promise<Account> {
  const texts = new Map(Object.entries(files));
  const { value, diagnostics } = await importSource({
    name: main ?? "source",
    files: texts,
    ...(main !== undefined && { main }),
  }, { from: kind });
  if (value === undefined) {
    throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  }
  const { files: written, counts: all, notes } = toFiles(value);
  assertEquals(all, countCollection(written, "opencollection.yml"), "files");
  const { added = {} } = value;
  const account = accountOf({ source: value.counts, all, added, notes });
  assertEquals(account.source, { ...NOTHING, ...counts }, "source");
  assertEquals(account.note?.message, undefined);
  return account;
}
