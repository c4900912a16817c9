// The modules that `deno task test` runs. Deno loads the graph of each module
// anew, which takes longer than most files of tests do, so short files share one.

import { join } from "@std/path/join";
import { toFileUrl } from "@std/path/to-file-url";

/** How many files share a module: with half as many, the files of core and tools take a sixth more time. */
const MAX_FILES = 24;

/**
 * Writes the modules to a folder, in the order in which they start: one for
 * each group of long files, then those of short files, which share one with
 * others of their folder.
 *
 * @param first The folders whose short files come before the others'.
 */
export async function writeTestModules(
  root: string,
  { long, first }: {
    readonly long: readonly (readonly string[])[];
    readonly first: readonly string[];
  },
  to: string,
): Promise<string[]> {
  const short = testsIn(root, "tests").filter((file) =>
    !long.some((group) => group.includes(file))
  );
  const shared = Map.groupBy(short, folderOf);
  const groups = [
    ...long,
    ...first.flatMap((folder) => inParts(shared.get(folder) ?? [])),
    ...[...shared].flatMap(([folder, files]) =>
      first.includes(folder) ? [] : inParts(files)
    ),
  ];
  const under = toFileUrl(join(root, ".ci/tests/under_file.ts"));
  return await Promise.all(groups.map(async (files, index) => {
    const lines = files.map((file) => {
      const url = toFileUrl(join(root, file));
      return `await underFile("${file}", () => import("${url}"));\n`;
    });
    const path = join(to, `${index}_test.ts`);
    await Deno.writeTextFile(
      path,
      `import { underFile } from "${under}";\n${lines.join("")}`,
    );
    return path;
  }));
}

/** The files of tests in a folder, sorted, with forward slashes. */
function testsIn(root: string, folder: string): string[] {
  return [...Deno.readDirSync(join(root, folder))]
    .sort((a, b) => a.name < b.name ? -1 : 1)
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) return testsIn(root, path);
      return entry.name.endsWith("_test.ts") ? [path] : [];
    });
}

/** "tests/core/http/url_test.ts" → "tests/core". */
function folderOf(file: string): string {
  return file.split("/").slice(0, -1).slice(0, 2).join("/");
}

/** As few parts as possible, all of about the same size. */
function inParts(files: readonly string[]): string[][] {
  const parts = Math.ceil(files.length / MAX_FILES);
  const at = (part: number) => Math.round(part * files.length / parts);
  return Array.from(
    { length: parts },
    (_, part) => files.slice(at(part), at(part + 1)),
  );
}
