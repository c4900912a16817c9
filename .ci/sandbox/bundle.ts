/** What a bundle finds through the sandbox's own require(). */
const EXTERNAL = ["brace:bridge", "brace:send", "brace:headers", "ajv", "chai"];

/**
 * Bundles `NAME.js` in a folder, for each of the names, to one CommonJS text
 * each. Those that find the same elsewhere share a process: to start one takes
 * longer than most bundles.
 */
export async function bundleAll(
  folder: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const bundles = new Map<string, string>();
  const groups = Map.groupBy(
    names,
    (name) => EXTERNAL.filter((it) => it !== name).join(),
  );
  for (const [external, group] of groups) {
    const out = `${folder}/out`;
    await bundle(folder, [
      ...external.split(",").map((it) => `--external=${it}`),
      `--outdir=${out}`,
      ...group.map((name) => `./${name}.js`),
    ]);
    for (const name of group) {
      bundles.set(name, await Deno.readTextFile(`${out}/${name}.js`));
    }
  }
  return bundles;
}

async function bundle(cwd: string, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--minify",
      "--format=cjs",
      "--platform=browser",
      ...args,
    ],
    cwd,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
