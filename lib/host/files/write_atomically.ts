import { dirname } from "@std/path/dirname";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";

/**
 * Writes a file so that at any moment there is the old one or the whole new
 * one: into a new file beside it, which then takes its name. Folders on the way
 * are made. Returns what went wrong, if anything did; then nothing is left
 * behind.
 */
export async function writeAtomically(
  path: string,
  text: string,
): Promise<Diagnostic | undefined> {
  const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(temporary, text, { createNew: true });
    await Deno.rename(temporary, path);
    return undefined;
  } catch (error) {
    await Deno.remove(temporary).catch(() => {
      // It was never made.
    });
    return describeFileError("write", path, error);
  }
}
