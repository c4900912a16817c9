import { dirname } from "../../path.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { describeFileError } from "../describe_file_error.ts";
import { Draft } from "./draft.ts";
import { writePlace } from "./draft.ts";

/**
 * Says why a file could not be written later on, if so. Folders on the way are
 * made, nothing else stays behind.
 */
export async function checkWritable(
  path: string,
): Promise<Diagnostic | undefined> {
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    const place = await writePlace(path);
    if (place.kind === "device") return undefined;
    (await Draft.open(place.path)).discard();
    return undefined;
  } catch (error) {
    // A file occupies the path of a folder.
    const reason = error instanceof Deno.errors.AlreadyExists
      ? new Deno.errors.NotADirectory()
      : error;
    return describeFileError("write", path, reason);
  }
}
