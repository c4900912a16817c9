import {
  COLLECTION_FILES,
  type CollectionFormat,
  hasExtension,
} from "../../core/collection/format.ts";

/**
 * Whether a run of these requests and folders needs a file or folder of the
 * collection: what is selected, what stands above it, the environments, and
 * what is not a request at all.
 */
export function isWanted(
  path: string,
  { paths, format, isDirectory }: {
    paths: readonly string[];
    format: CollectionFormat;
    isDirectory: boolean;
  },
): boolean {
  if (paths.some((it) => path === it || path.startsWith(`${it}/`))) return true;
  if (path === "environments" || path.startsWith("environments/")) return true;
  const isAbove = (folder: string) =>
    folder === "" || paths.some((it) => it.startsWith(`${folder}/`));
  if (isDirectory) return isAbove(path);
  const end = path.lastIndexOf("/");
  const name = path.slice(end + 1);
  return !hasExtension(path, format) || COLLECTION_FILES.includes(path) ||
    path === format.defaults ||
    format.folders.includes(name) && isAbove(path.slice(0, Math.max(0, end)));
}
