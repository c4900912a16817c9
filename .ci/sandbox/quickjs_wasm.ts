import { meter } from "./meter.ts";
import { npmPackages } from "../licences/npm_packages.ts";
import { QUICKJS } from "./packages.ts";

/** QuickJS's WebAssembly, metered, as text: no read permission is needed, and the binary has it. */
export async function quickJsWasm(): Promise<string> {
  const { name, version, file, loader } = QUICKJS;
  const [packages] = await npmPackages([[name, version]]);
  const { localPath } = packages.find((it) => it.name === name)!;
  const wasm = await Deno.readFile(`${localPath}/${file}`);
  const code = await Deno.readTextFile(`${localPath}/${loader}`);
  // The names of imports are shortened.
  const [, host] =
    /(\w+):function\(\w+\)\{return \w+\.callbacks\.shouldInterrupt\(/
      .exec(code) ?? [];
  if (host === undefined) throw new Error(`${loader} asks for no interrupt`);
  return meter(wasm, { host }).toBase64();
}
