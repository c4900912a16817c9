import { V3_FORMAT, withoutExtension } from "../../core/collection/format.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { join } from "../path.ts";
import { describeFileError } from "./describe_file_error.ts";
import { readText } from "./read_text.ts";

/**
 * The saved examples in a tree of Postman's, by path: files beside the requests,
 * which no run reads.
 *
 * @param paths The files of the tree.
 * @throws {CollectionError} One of them cannot be read.
 */
export function readV3Examples(
  root: string,
  paths: Iterable<string>,
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    if (!V3_FORMAT.extensions.some((end) => path.endsWith(end))) continue;
    const [, above = "", name = ""] = /^(.*\/)?([^/]*)$/.exec(
      withoutExtension(path),
    ) ?? [];
    const folder = `${above}.resources/${name}.resources/examples`;
    for (const file of filesIn(join(root, folder))) {
      if (!/\.example\.ya?ml$/.test(file)) continue;
      const example = `${folder}/${file}`;
      try {
        texts.set(example, readText(join(root, example)));
      } catch (error) {
        throw new CollectionError([describeFileError("read", example, error)]);
      }
    }
  }
  return texts;
}

/** Names of the files in a folder, in their order; none where there is no folder. */
function filesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile)
      .map(({ name }) => name).toSorted();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw new CollectionError([describeFileError("read", folder, error)]);
  }
}
