import { dirname } from "node:path";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";
import { writePlace } from "./write_place.ts";

/**
 * Writes a file so that at any moment there is the old one or the whole new
 * one: into a new file beside it, which then takes its name and has its
 * permissions. Folders on the way are made; a link stays a link, a device or
 * pipe is written to. Returns what went wrong, if anything did; then nothing is
 * left behind.
 */
export async function writeAtomically(
  path: string,
  text: string,
): Promise<Diagnostic | undefined> {
  let temporary: string | undefined;
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    const place = await writePlace(path);
    if (place.kind === "device") {
      await Deno.writeTextFile(path, text);
      return undefined;
    }
    const { path: target, mode } = place;
    temporary = `${target}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    const options = { createNew: true, ...(mode !== undefined && { mode }) };
    await Deno.writeTextFile(temporary, text, options);
    await Deno.rename(temporary, target);
    return undefined;
  } catch (error) {
    if (temporary !== undefined) {
      await Deno.remove(temporary).catch(() => {
        // It was never made.
      });
    }
    return describeFileError("write", path, error);
  }
}
