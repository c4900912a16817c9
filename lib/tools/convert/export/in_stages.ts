import { withoutExtension } from "../../../core/collection/format.ts";
import { isWithin } from "../../../core/plan/is_within.ts";
import { elements, jsonTextOf, members } from "../json.ts";
import type { Imported, ImportedItem } from "../types.ts";

/** Items in the order that a format without stages runs them in. */
export interface StagedItems {
  readonly items: readonly ImportedItem[];
  /** What a person has to know of it. */
  readonly said: readonly string[];
}

/**
 * Items with those of `setup` first, and those of `teardown` last: a login that
 * is not first would come after the requests that need it. Folders stay whole.
 */
export function inStages(
  { items, extensions }: Pick<Imported, "items" | "extensions">,
  { format, foldersFirst = false }: {
    format: string;
    /** The format runs the folders of a level before its requests. */
    foldersFirst?: boolean;
  },
): StagedItems {
  const [setup, teardown] = ["setup", "teardown"].map((stage) =>
    elements(members(extensions?.brace)[stage]).map((one) =>
      withoutExtension(jsonTextOf(one) ?? "").replace(/^\.\/|\/$/g, "")
    )
  );
  if (setup.length + teardown.length === 0) return { items, said: [] };
  const sorted = ordered(items, { setup, teardown });
  const paths = requestPaths(sorted, foldersFirst);
  const [first, last] = [setup, teardown].map((stage) =>
    paths.filter((path) => stage.some((one) => isWithin(path, one)))
  );
  const isFirst = paths.slice(0, first.length).every((it) =>
    first.includes(it)
  );
  const isLast = paths.slice(paths.length - last.length)
    .every((it) => last.includes(it));
  return {
    items: sorted,
    said: [
      ...first.length === 0 ? [] : [
        isFirst || !foldersFirst
          ? `${format} has no setup: ${
            written(first, isFirst ? "first" : "as early as the folders allow")
          }`
          : `${format} has no setup: move ${
            list(first)
          } to the beginning, since a folder runs before the requests beside it`,
      ],
      ...last.length === 0 ? [] : [
        isLast
          ? `${format} has no teardown: ${written(last, "last")}`
          : `${format} has no teardown: move ${list(last)} to the end`,
      ],
    ],
  };
}

interface Stages {
  readonly setup: readonly string[];
  readonly teardown: readonly string[];
}

function ordered(
  items: readonly ImportedItem[],
  stages: Stages,
): ImportedItem[] {
  const placeOf = ({ path = "" }: ImportedItem) => {
    const own = withoutExtension(path);
    const first = stages.setup.findIndex((one) =>
      isWithin(own, one) || isWithin(one, own)
    );
    if (first >= 0) return first;
    const last = stages.teardown.findIndex((one) => isWithin(own, one));
    return stages.setup.length + (last < 0 ? 0 : last + 1);
  };
  return items.map((item) =>
    item.kind === "folder"
      ? { ...item, items: ordered(item.items, stages) }
      : item
  ).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The paths of requests in the order that they run in, without endings. */
function requestPaths(
  items: readonly ImportedItem[],
  foldersFirst: boolean,
): string[] {
  const folders = items.filter(({ kind }) => kind === "folder");
  const requests = items.filter(({ kind }) => kind !== "folder");
  return (foldersFirst ? [...folders, ...requests] : items).flatMap((item) =>
    item.kind === "folder"
      ? requestPaths(item.items, foldersFirst)
      : [withoutExtension(item.path ?? "")]
  );
}

function written(paths: readonly string[], where: string): string {
  const [verb, object] = paths.length === 1 ? ["is", "it"] : ["are", "them"];
  return `${
    list(paths)
  } ${verb} written ${where}, and a run of one folder leaves ${object} out`;
}

function list(paths: readonly string[]): string {
  return paths.map((path) => `"${path}"`).join(", ");
}
