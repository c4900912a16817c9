import type { FileScript } from "../open_collection.ts";
import type { Imported, ImportNote } from "../types.ts";
import { everyItem } from "./every_item.ts";

const READS_RESULTS = /\.get(?:Test|Assertion)Results\b/;
const IN_BRUNO = /(["'`])(?:pass|fail)\1/;

const PERSISTS =
  /(?<!\/\/.*)\.\s*setEnvVar\s*\([^;]*?\bpersist["']?\s*:\s*true\b/;

/** What scripts do that is otherwise here, and what to do about it. */
const RULES: readonly {
  readonly isIn: (code: string) => boolean;
  readonly message: string;
}[] = [
  {
    // Results have Bruno's words in `.bru` files only.
    isIn: (code) => READS_RESULTS.test(code) && IN_BRUNO.test(code),
    message:
      'A script reads the results of tests or assertions, whose "status" is "passed" or "failed" here (write these words for "pass" and "fail")',
  },
  {
    isIn: (code) => PERSISTS.test(code),
    message:
      'A script sets a value with "persist: true", which Brace does not write into the file of the environment (run it with "brace run --save-env")',
  },
];

/** Names the scripts that do what is otherwise here. */
export function scriptNotes(
  { items, defaults }: Pick<Imported, "items" | "defaults">,
): ImportNote[] {
  const notes: ImportNote[] = [];
  const look = (scripts: FileScript[] = [], about: Partial<ImportNote>) => {
    for (const { isIn, message } of RULES) {
      if (!scripts.some(({ code }) => isIn(code))) continue;
      notes.push({ kind: "person", message, ...about });
    }
  };
  look(defaults?.scripts, { about: "the collection" });
  for (const item of everyItem(items)) {
    const { scripts } =
      (item.kind === "folder" ? item.defaults : item.request.runtime) ?? {};
    look(scripts, { item });
  }
  return notes;
}
