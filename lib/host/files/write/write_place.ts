/** Where and how the new content of a file is written. */
export type WritePlace =
  /** A device or pipe, such as `/dev/stdout`: nothing can take its place. */
  | { readonly kind: "device" }
  /** A file, there already or not: a new one takes its place. */
  | {
    readonly kind: "file";
    /** Where a link leads to. */
    readonly path: string;
    /** Permissions of the old file. */
    readonly mode?: number;
  };

/**
 * Looks at what is at a path that will be written.
 *
 * @throws What Deno's file API throws; for a folder `IsADirectory`.
 */
export async function writePlace(path: string): Promise<WritePlace> {
  let old: Deno.FileInfo;
  try {
    old = await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { kind: "file", path };
    throw error;
  }
  if (old.isDirectory) throw new Deno.errors.IsADirectory();
  if (!old.isFile) return { kind: "device" };
  return {
    kind: "file",
    path: await Deno.realPath(path),
    ...(old.mode !== null && { mode: old.mode & 0o777 }),
  };
}
