import { dirname, join } from "../path.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError, PermissionError } from "../../core/source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { makeFolders } from "../files/write/make_folders.ts";

/**
 * Writes new files into a folder, all or none; nothing is ever overwritten.
 *
 * @param instead What to do where a file is there already.
 * @throws {DiagnosticError} when a file is there already or cannot be written.
 * @throws {PermissionError} when Deno refuses.
 */
export async function writeNewFiles(
  folder: string,
  files: readonly (readonly [path: string, text: string])[],
  { instead = "choose another folder" }: { readonly instead?: string } = {},
): Promise<void> {
  const made: string[] = [];
  let at = folder;
  try {
    for (const [path, text] of files) {
      at = join(folder, path);
      made.push(...await makeFolders(dirname(at)));
      await Deno.writeTextFile(at, "", { createNew: true });
      made.push(at);
      await Deno.writeTextFile(at, text);
    }
  } catch (error) {
    for (const path of made.reverse()) await Deno.remove(path);
    throw toDiagnosticError(error, at, instead);
  }
}

function toDiagnosticError(
  error: unknown,
  path: string,
  instead: string,
): Error {
  const failure = (code: Diagnostic["code"], why: string): Diagnostic => ({
    code,
    severity: "error",
    message: `Cannot write "${path}": ${why}`,
  });
  if (error instanceof Deno.errors.NotCapable) {
    return new PermissionError([
      failure("PERMISSION", "Deno does not allow it, run with --allow-write"),
    ]);
  }
  if (error instanceof Deno.errors.AlreadyExists) {
    return new DiagnosticError([
      failure("WRITE", `it already exists, ${instead}`),
    ]);
  }
  return new DiagnosticError([describeFileError("write", path, error)]);
}
