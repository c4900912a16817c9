/** What a bundle finds through the sandbox's own require(). */
const EXTERNAL = ["brace:bridge", "brace:send", "brace:headers", "ajv", "chai"];

/** Bundles `entry.js` in a folder to one CommonJS text; `name` is what the module is called. */
export async function bundle(folder: string, name: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--minify",
      "--format=cjs",
      "--platform=browser",
      ...EXTERNAL.filter((it) => it !== name).map((it) => `--external=${it}`),
      "entry.js",
    ],
    cwd: folder,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
