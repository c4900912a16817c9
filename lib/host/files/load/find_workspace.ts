import { isFolder } from "../is_folder.ts";
import { basename, dirname, join } from "../../path.ts";
import { V3_FORMAT } from "../../../core/collection/format.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import {
  elements,
  jsonTextOf,
  members,
} from "../../../core/source/plain_value.ts";
import { findRoot } from "../find_root.ts";
import { readText } from "../read_text.ts";
import { shellPath } from "../../terminal/shell_word.ts";

/** Links a repository to a workspace of Postman's. */
const LINK = ".postman/resources.yaml";

/**
 * The own file of the one collection in a repository that Postman 12 writes;
 * or which ones there are, or that there is only a link to a workspace.
 * Undefined for any other folder.
 *
 * @param shown The folder as the user wrote it.
 */
export function findWorkspace(
  folder: string,
  shown: string,
): string | Diagnostic | undefined {
  const link = textOf(join(folder, LINK)) ??
    textOf(join(folder, LINK.replace("yaml", "yml")));
  const folders = [
    ...new Set([
      ...collectionsBelow(folder),
      ...link === undefined ? [] : localCollections(folder, link),
    ]),
  ];
  const at = shown === "." ? "" : `${shown.replace(/\/+$/, "")}/`;
  const [first, second] = folders;
  if (first !== undefined && second === undefined) {
    return findRoot(join(folder, first)) ??
      join(folder, first, V3_FORMAT.mains[0]);
  }
  if (first !== undefined) {
    return {
      code: "NOT_A_COLLECTION",
      severity: "error",
      message:
        `Cannot load "${shown}": it has ${folders.length} collections, run one of them by its path`,
      suggestion: `brace run ${shellPath(at + first)}`,
      notes: [
        `its collections are ${folders.map((one) => at + one).join(", ")}`,
      ],
    };
  }
  return link === undefined ? undefined : {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message:
      `Cannot load "${shown}": ${LINK} links it to a Postman workspace, whose collections are not in the folder (pull them in Postman's Local view, or export one and run brace import)`,
  };
}

/** The folders of collections by their paths, from a repository, its `postman` or `postman/collections`. */
function collectionsBelow(folder: string): string[] {
  const isPostman = basename(folder) === "postman";
  const isCollections = basename(folder) === "collections" &&
    basename(dirname(folder)) === "postman";
  const above = isCollections
    ? ""
    : isPostman
    ? "collections/"
    : "postman/collections/";
  try {
    return [...Deno.readDirSync(join(folder, above))]
      .filter(({ name, isDirectory }) => isDirectory && !name.startsWith("."))
      .map(({ name }) => above + name).sort();
  } catch {
    return [];
  }
}

/** Collections elsewhere in the repository, which the link names from its own folder. */
function localCollections(folder: string, link: string): string[] {
  const { document } = parseYaml(LINK, link);
  const { localResources } = members(document?.root);
  return elements(members(localResources).collections).flatMap((path) => {
    const text = jsonTextOf(path);
    if (text === undefined || !text.startsWith("../")) return [];
    const inside = text.slice(3).replace(/\/+$/, "");
    const isThere = inside !== "" && !inside.startsWith("..") &&
      isFolder(join(folder, inside));
    return isThere ? [inside] : [];
  });
}

function textOf(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}
