import type { Item } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import type { RunOptions } from "./options.ts";

/**
 * Warns of tags that nothing has, next to what others select: most often they
 * are misspelt. Who lets a run of nothing pass knows that nothing may have a
 * tag, but hears of one that is much like it.
 *
 * @param whole Reads all of the collection, where only a part of it is loaded. That is not done for a tag unless one of the part is much like it.
 */
export function unknownTags(
  { tags, excludeTags, allowEmpty }: RunOptions,
  items: readonly Item[],
  whole?: () => readonly Item[],
): Diagnostic[] {
  const given = [
    ...tags.map((tag) => ["--tags", tag]),
    ...excludeTags.map((tag) => ["--exclude-tags", tag]),
  ];
  if (given.length === 0) return [];
  let known = tagsIn(items);
  const unknown = given.filter(([, tag]) => !known.has(tag));
  if (whole) {
    if (!unknown.some(([, tag]) => nearest(tag, known))) return [];
    known = tagsIn(whole());
  }
  return unknown.filter(([, tag]) => !known.has(tag)).flatMap(([flag, tag]) => {
    const near = nearest(tag, known);
    const mayBeMissing = allowEmpty && flag === "--tags";
    if (near === undefined && mayBeMissing) return [];
    return [{
      code: "USAGE",
      severity: "warning",
      message: `Without effect is "${flag} ${tag}": no request has this tag${
        didYouMean(near)
      }`,
      ...(near !== undefined && { suggestion: near }),
    }];
  });
}

/** Every tag of requests and folders. */
export function tagsIn(items: readonly Item[]): Set<string> {
  return new Set(
    items.flatMap((item) => [
      ...item.tags,
      ...item.kind === "folder" ? tagsIn(item.items) : [],
    ]),
  );
}
