import type { TreeEntry } from "./tree.ts";

/** Puts a blank line before each part of a file that has several lines. */
export function spaceParts(entries: readonly TreeEntry[]): void {
  entries.forEach((entry, index) => {
    if (index > 0 && entry.value.kind !== "inline" && entry.before[0] !== "") {
      entry.before.unshift("");
    }
  });
}
