import { hasExtension, YAML_FORMAT } from "../../core/collection/format.ts";
import { readTree } from "../../host/files/read_tree.ts";
import { join } from "../../host/path.ts";
import { isOwnText } from "../../host/scaffold/present_collection.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import type { NextStep } from "./next_steps.ts";
import type { ReportNote } from "./report.ts";

/** Of more files, no command deletes each. */
const MAX_STEPS = 3;

/**
 * What has to be said of a collection's files that were in the folder before an
 * import and are not in its source, such as requests that someone has renamed
 * or deleted there. They stay, as a person may have written them, and they run.
 *
 * @param written The paths that the import wrote.
 */
export function staleFiles(
  folder: string,
  written: Iterable<string>,
  { withEnvironments }: {
    /** False where the source has none: those in the folder come from other imports. */
    withEnvironments: boolean;
  },
): { notes: ReportNote[]; steps: NextStep[] } {
  const { files } = readTree(folder, {
    shown: (path) => path,
    format: YAML_FORMAT,
  });
  const known = new Set(written);
  // A disk that takes "List.yml" and "list.yml" for one keeps the older name.
  const renamed = new Set(
    [...known].filter((path) => !files.has(path)).map(folded),
  );
  const collections = [...files.keys()].flatMap((path) =>
    /^(.+\/)opencollection\.ya?ml$/.exec(path)?.[1] ?? []
  );
  const stale = [...files].filter(([path, text]) =>
    !known.has(path) && !renamed.has(folded(path)) &&
    hasExtension(path, YAML_FORMAT) &&
    !collections.some((one) => path.startsWith(one)) &&
    (isEnvironment(path) ? withEnvironments : isOwnText(text))
  ).map(([path]) => path).toSorted();
  const parts = stale.filter((path) => !isEnvironment(path));
  const environments = stale.filter(isEnvironment);
  const kept = [...files.keys()].filter((path) => !stale.includes(path));
  return {
    notes: [
      ...note("Not in the source, and still in the folder", parts, {
        one: "it is still part of the collection",
        more: "they are still part of the collection",
        kept,
      }),
      ...note(
        "Environments that the source does not have, and that are still in the folder",
        environments,
        { one: "--env still finds it", more: "--env still finds them", kept },
      ),
    ],
    steps: stale.length > MAX_STEPS ? [] : stale.map((path) => ({
      command: `rm ${shellPath(join(folder, path).replaceAll("\\", "/"))}`,
      why: "unless you need it: the source does not have it",
    })),
  };
}

function note(
  title: string,
  paths: readonly string[],
  { one, more, kept }: {
    one: string;
    more: string;
    /** The files of the folder that are none of these. */
    kept: readonly string[];
  },
): ReportNote[] {
  if (paths.length === 0) return [];
  const wayOut = paths.length === 1
    ? `${one}: delete it, or keep it if you need it`
    : `${more}: delete those that you do not need`;
  return [{
    kind: "person",
    message: `${title}: ${named(paths, kept).join(", ")} (${wayOut})`,
    files: paths,
  }];
}

/** All of the files, since one that is overlooked runs; a folder stands for several that are all it has. */
function named(paths: readonly string[], kept: readonly string[]): string[] {
  const foldersOf = (path: string) =>
    [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
  const mixed = new Set(kept.flatMap(foldersOf));
  const groups = Map.groupBy(
    paths,
    (path) => foldersOf(path).find((folder) => !mixed.has(folder)) ?? path,
  );
  return [...groups].map(([group, { 0: first, length }]) => {
    const name = length === 1 ? first : group;
    return `"${name.replace(/\p{C}/gu, " ")}"${
      length === 1 ? "" : ` (${length} files)`
    }`;
  });
}

function isEnvironment(path: string): boolean {
  return YAML_FORMAT.environments.test(path);
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
