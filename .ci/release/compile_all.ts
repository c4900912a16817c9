import { build } from "../build.ts";
import { compile } from "../compile.ts";
import { binaryName, TARGETS } from "./targets.ts";

/** Compiles the command line for every system, each into a folder of its own. */
export async function compileAll(folder: string): Promise<void> {
  const built = `${folder}/cli`;
  await build(built);
  for (const target of TARGETS) {
    const output = `${folder}/${target.name}/${binaryName(target)}`;
    await compile(built, ["--target", target.name, "--output", output]);
  }
}
