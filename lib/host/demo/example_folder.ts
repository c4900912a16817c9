import { fromFileUrl } from "@std/path/from-file-url";
import { PermissionError } from "../../source/errors.ts";
import { isCheckout } from "../is_checkout.ts";
import { writeNewFiles } from "../scaffold/write_new_files.ts";

/** The example collection on disk, until it is disposed of. */
export interface ExampleFolder extends AsyncDisposable {
  readonly path: string;
}

/**
 * Finds the example collection: beside the program in a checkout; what is built
 * has no files, its copy goes to a temporary folder.
 *
 * @throws {PermissionError} when Deno refuses that.
 */
export async function openExampleFolder(
  base: string = import.meta.url,
): Promise<ExampleFolder> {
  if (isCheckout(base)) {
    return {
      path: fromFileUrl(new URL("../../../fixtures/example", base)),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const { default: files } = await import("./example.json", {
    with: { type: "json" },
  });
  const path = await temporaryFolder();
  await writeNewFiles(path, Object.entries(files));
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

async function temporaryFolder(): Promise<string> {
  try {
    return await Deno.makeTempDir({ prefix: "brace-example-" });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    throw new PermissionError([{
      code: "PERMISSION",
      severity: "error",
      message:
        "Cannot write the example collection to a temporary folder: Deno does not allow it, run with --allow-write",
    }]);
  }
}
