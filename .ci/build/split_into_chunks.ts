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
      // npm:ws has nothing but an error for browsers.
      "--platform=deno",
      "--external=node:*",
      ...(sourceMaps ? ["--sourcemap=external"] : []),
      `--outdir=${folder}`,
      "cli.ts",
    ],
    cwd: fromFileUrl(new URL("../../", import.meta.url)),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  await requireAnywhere(folder);
}

/** How packages in CommonJS get at Node's modules in what `deno bundle` writes. */
const CREATE_REQUIRE =
  /import\{createRequire as (\w+)\} from "node:module";(var \w+)=\1\(import\.meta\.url\);/;

/** No module that comes from JSR has a file's URL, which a require() is made from. */
async function requireAnywhere(folder: string): Promise<void> {
  let found = 0;
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const text = await Deno.readTextFile(path);
    if (!CREATE_REQUIRE.test(text)) continue;
    found++;
    const changed = text.replace(
      CREATE_REQUIRE,
      "$2=name=>globalThis.process.getBuiltinModule(name);",
    );
    await Deno.writeTextFile(path, changed);
  }
  if (found !== 1) throw new Error(`${found} chunks make a require()`);
}
