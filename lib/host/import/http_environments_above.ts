import type { ImportSource } from "../../tools/convert/types.ts";
import { isPath } from "../files/is_file.ts";
import { readText } from "../files/read_text.ts";
import { withSlashes } from "../files/load/shown_path.ts";
import { dirname, isInside, join, relative, resolve } from "../path.ts";
import { programName } from "../terminal/program_name.ts";
import { shellPath } from "../terminal/shell_word.ts";

/** Where VS Code has the settings of a workspace. */
const SETTINGS = ".vscode/settings.json";
/** The environments of its REST client among them. */
const KEY = "rest-client.environmentVariables";
/** Files with environments of the other clients. */
const FILES = ["http-client", "rest-client"].flatMap((client) => [
  `${client}.env.json`,
  `${client}.private.env.json`,
]);

/**
 * A source of `.http` files with the environments that its clients take from
 * its own folder or from the nearest one above that has some. They look up to
 * the root of the workspace: here that of the repository, or else the working
 * folder. Settings further up are named.
 */
export function withEnvironmentsAbove(
  source: ImportSource,
  folder: string,
): ImportSource {
  const { main, files } = source;
  const paths = main === undefined ? [...files.keys()] : [main];
  if (!paths.some((path) => /\.(?:http|rest)$/i.test(path))) return source;
  const all = foldersFrom(resolve(folder));
  const inside = all.slice(0, boundary(all));
  const found = new Map(files);
  const add = (names: readonly string[], has: (text: string) => boolean) => {
    if (names.some((name) => has(files.get(name) ?? ""))) return true;
    const nearest = inside.map((one) => textsIn(one, names, has))
      .find(({ length }) => length > 0) ?? [];
    for (const [path, text] of nearest) {
      found.set(withSlashes(relative(all[0], path)), text);
    }
    return nearest.length > 0;
  };
  add(FILES, (text) => text !== "");
  const isEditor = (text: string) => text.includes(KEY);
  if (add([SETTINGS], isEditor)) return { ...source, files: found };
  const outside = all.slice(inside.length).find((one) =>
    textsIn(one, [SETTINGS], isEditor).length > 0
  );
  return {
    ...source,
    files: found,
    ...(outside !== undefined && {
      notes: [{
        kind: "person",
        message: `Left out the environments of "${
          withSlashes(relative(resolve("."), join(outside, SETTINGS)))
        }", which is outside of the working folder: import from there, with cd ${
          shellPath(relative(resolve("."), outside))
        } && ${programName()} import ${
          shellPath(relative(outside, resolve(source.name)))
        }`,
      }],
    }),
  };
}

/** A folder, and those above it. */
function foldersFrom(folder: string): string[] {
  const folders = [folder];
  for (let above; (above = dirname(folders.at(-1)!)) !== folders.at(-1);) {
    folders.push(above);
  }
  return folders;
}

/** How many of the folders belong to the workspace. */
function boundary(folders: readonly string[]): number {
  const repository = folders.findIndex((one) => isPath(join(one, ".git")));
  if (repository >= 0) return repository + 1;
  const working = resolve(".");
  return folders[0] === working || isInside(working, folders[0])
    ? folders.indexOf(working) + 1
    : 1;
}

/** The files of a folder that are there and have something. */
function textsIn(
  folder: string,
  names: readonly string[],
  has: (text: string) => boolean,
): (readonly [path: string, text: string])[] {
  return names.flatMap((name) => {
    const path = join(folder, name);
    try {
      const text = readText(path);
      return has(text) ? [[path, text] as const] : [];
    } catch {
      // What is missing or cannot be read up there is no reason to import nothing.
      return [];
    }
  });
}
