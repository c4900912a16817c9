import {
  NODE_NAMES,
  PACKAGE_NAMES,
} from "../../../core/collection/required/module_names.ts";
import { members } from "../json.ts";
import type { FilesBeside, NeededFiles } from "../needed_files.ts";

/** What says which versions `npm install` and its kin take. */
const LOCKS = ["package-lock.json", "yarn.lock", "pnpm-lock.yaml"];

/**
 * Adds what the packages need that scripts require and a `package.json` beside
 * them lists: that file and its lock go along, and a note names the packages
 * that the new folder does not have yet.
 *
 * @param isThere Whether the new folder has a file already.
 */
export async function withPackages(
  needed: NeededFiles,
  beside: FilesBeside,
  isThere: (path: string) => boolean = () => false,
): Promise<NeededFiles> {
  const listed = await listedPackages(beside);
  const names = [...needed.packages].filter((name) =>
    listed.has(name) && !PACKAGE_NAMES.includes(name) &&
    !NODE_NAMES.includes(name)
  );
  if (names.length === 0) return needed;
  const files = ["package.json", ...LOCKS].filter((path) => beside.has(path));
  const copies = [...new Set([...needed.copies, ...files])].toSorted();
  const lacking = names.filter((name) =>
    !isThere(`node_modules/${name}/package.json`)
  );
  if (lacking.length === 0) return { ...needed, copies };
  const shown = lacking.map((name) => `"${name}"`).join(", ");
  return {
    ...needed,
    copies,
    notes: [...needed.notes, {
      kind: "person",
      message: lacking.length === 1
        ? `The package ${shown} is not copied, and a script requires it: run "npm install" in the new folder, or copy it into "node_modules" there`
        : `The packages ${shown} are not copied, and scripts require them: run "npm install" in the new folder, or copy them into "node_modules" there`,
    }],
  };
}

/** The names of packages that `package.json` lists. */
async function listedPackages(
  beside: FilesBeside,
): Promise<ReadonlySet<string>> {
  if (!beside.has("package.json")) return new Set();
  try {
    const text = await beside.text("package.json") ?? "";
    const json = members(JSON.parse(text.replace(/^\ufeff/, "")));
    return new Set(
      [json.dependencies, json.devDependencies, json.optionalDependencies]
        .flatMap((list) => Object.keys(members(list))),
    );
  } catch {
    // What cannot be read lists nothing.
    return new Set();
  }
}
