import { dirname } from "@std/path/dirname";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";

/**
 * Says why a file could not be written later on, if so. Folders on the way are
 * made, nothing else stays behind.
 */
export async function checkWritable(
  path: string,
): Promise<Diagnostic | undefined> {
  const probe = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(probe, "", { createNew: true });
    await Deno.remove(probe);
    const { isDirectory } = await Deno.stat(path);
    if (isDirectory) throw new Deno.errors.IsADirectory();
    return undefined;
  } catch (error) {
    // There is no such file yet.
    if (error instanceof Deno.errors.NotFound) return undefined;
    // What is in the way of a folder is a file.
    const reason = error instanceof Deno.errors.AlreadyExists
      ? new Deno.errors.NotADirectory()
      : error;
    return describeFileError("write", path, reason);
  }
}
