import { MODULE_FILE } from "./module_path.ts";

/** Why there is no module of a name. */
export function missingModule(name: string): { reason: string } {
  return {
    reason: /^[./]|node_modules/.test(name)
      ? "there is no such file"
      : "the collection's node_modules does not have it",
  };
}

/** Where packages are listed that `npm install` brings. */
const LISTS = ["dependencies", "devDependencies", "optionalDependencies"];

/** Whether a `package.json` lists a package. */
export function listsPackage(
  manifest: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  return LISTS.some((list) => {
    const packages = manifest[list];
    return typeof packages === "object" && packages !== null &&
      Object.hasOwn(packages, name);
  });
}

/** Says of a package that a `package.json` of a folder lists that nobody has installed it yet. */
export function uninstalled(
  folder: string,
): { reason: string; isKnown: true } {
  const file = folder === "" ? "package.json" : `${folder}/package.json`;
  const place = folder === "" ? "the collection's folder" : `"${folder}"`;
  return {
    reason:
      `${file} lists it, but it is not installed (run "npm install" in ${place})`,
    isKnown: true,
  };
}

/** Endings that TypeScript and people take for one another. */
const ENDINGS = [".ts", ".js", ".json", ".mts", ".mjs", ".cts", ".cjs"];

/** Those that a path need not have. */
const BARE = /\.(?:js|json|ts)$/;

/**
 * The file that is probably meant by a path to none, written as the path is: the
 * same one with another ending, or one that is called almost so.
 */
export function nearModule(
  { path, folder, isThere, near }: {
    /** The path from the collection's root. */
    readonly path: string;
    /** The folder that it is seen from. */
    readonly folder: string;
    isThere(path: string): boolean;
    /** The path of a file that is called almost so. */
    near(path: string): string | undefined;
  },
): string | undefined {
  const hasEnding = MODULE_FILE.test(path);
  const stem = path.replace(MODULE_FILE, "");
  const twin = ENDINGS.map((ending) => stem + ending).find(isThere);
  const found = twin ?? near(path);
  if (found === undefined || !isThere(found)) return undefined;
  const to = (hasEnding ? found : found.replace(BARE, "")).split("/");
  const from = folder === "" ? [] : folder.split("/");
  const differs = from.findIndex((part, at) => part !== to[at]);
  const same = differs < 0 ? from.length : differs;
  const up = "../".repeat(from.length - same);
  return (up || "./") + to.slice(same).join("/");
}
