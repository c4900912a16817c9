import type { FileScript } from "../open_collection.ts";
import type { Imported, ImportNote } from "../types.ts";
import { everyItem } from "./every_item.ts";

const READS_RESULTS = /\.get(?:Test|Assertion)Results\b/;
const IN_BRUNO = /(["'`])(?:pass|fail)\1/;

/** Names the scripts that read results by Bruno's words, which results have in `.bru` files only. */
export function resultWords(
  { items, defaults }: Pick<Imported, "items" | "defaults">,
): ImportNote[] {
  const notes: ImportNote[] = [];
  const look = (scripts: FileScript[] = [], about: Partial<ImportNote>) => {
    const isFound = scripts.some(({ code }) =>
      READS_RESULTS.test(code) && IN_BRUNO.test(code)
    );
    if (!isFound) return;
    notes.push({
      kind: "person",
      message:
        'A script reads the results of tests or assertions, whose "status" is "passed" or "failed" here (write these words for "pass" and "fail")',
      ...about,
    });
  };
  look(defaults?.scripts, { about: "the collection" });
  for (const item of everyItem(items)) {
    const { scripts } =
      (item.kind === "folder" ? item.defaults : item.request.runtime) ?? {};
    look(scripts, { item });
  }
  return notes;
}
