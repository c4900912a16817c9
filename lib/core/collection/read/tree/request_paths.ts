import { COLLECTION_FILES, hasExtension } from "../../format.ts";
import type { FolderReading } from "./folder_reading.ts";
import { isEnvironmentFile } from "../read_environments.ts";

/** The files that may be requests: not environments, not those of another collection inside, which are told. */
export function requestFilePaths(
  { files, format, shown, diagnostics }: Pick<
    FolderReading,
    "files" | "format" | "shown" | "diagnostics"
  >,
  { main, ignored }: { main: string; ignored: readonly string[] },
): string[] {
  const others = new Map(
    [...files.keys()].filter((path) =>
      COLLECTION_FILES.some((name) => path.endsWith(`/${name}`))
    )
      .map((path) => [path.slice(0, path.lastIndexOf("/")), path]),
  );
  const outside = (path: string) => {
    const parts = path.split("/");
    return parts.every((part, index) => {
      const inner = parts.slice(0, index + 1).join("/");
      return !others.has(inner) && !ignored.includes(part) &&
        !ignored.includes(inner);
    });
  };
  for (const [folder, path] of others) {
    const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const name = folder.slice(above.length).replace("/", "");
    if (!outside(above) || ignored.includes(name) || ignored.includes(folder)) {
      continue;
    }
    diagnostics.push({
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${
        shown(folder)
      }": it is a collection of its own (run it by its path)`,
      location: { file: shown(path) },
    });
  }
  return [...files.keys()].filter((path) =>
    hasExtension(path, format) && path !== main && path !== format.defaults &&
    !isEnvironmentFile(path, format) && outside(path)
  );
}
