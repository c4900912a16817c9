import { fromFileUrl } from "@std/path/from-file-url";
import { writeNewFiles } from "../scaffold/write_new_files.ts";

/** The example collection on disk, until it is disposed of. */
export interface ExampleFolder extends AsyncDisposable {
  readonly path: string;
}

/**
 * Finds the example collection: beside the program, in a checkout and in the
 * binary; a program that was loaded from JSR has no files, its copy goes to a
 * temporary folder.
 */
export async function openExampleFolder(
  base: string = import.meta.url,
): Promise<ExampleFolder> {
  if (base.startsWith("file:")) {
    return {
      path: fromFileUrl(new URL("../../../fixtures/example", base)),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const { default: files } = await import("./example.json", {
    with: { type: "json" },
  });
  const path = await Deno.makeTempDir({ prefix: "brace-example-" });
  await writeNewFiles(path, Object.entries(files));
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}
