import { fromFileUrl } from "@std/path/from-file-url";

/** Bundles the command line into a folder of chunks; `cli.js` is the first. */
export async function splitIntoChunks(
  folder: string,
  { sourceMaps = false } = {},
): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--code-splitting",
      "--minify",
      // For "deno" it makes a require() from import.meta.url, which no module
      // has that comes from JSR.
      "--platform=browser",
      "--external=node:*",
      ...(sourceMaps ? ["--sourcemap=external"] : []),
      `--outdir=${folder}`,
      "cli.ts",
    ],
    cwd: fromFileUrl(new URL("../../", import.meta.url)),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
