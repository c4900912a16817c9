// The command line as it is published, for tests that run many command lines in
// one process: it starts in half the time that the sources take.

import { dirname } from "@std/path/dirname";

/** What `cli.ts` becomes: the program runs where this module is the main one. */
const RUNS =
  /import\.meta\.main&&\(Deno\.exitCode=1,([\w$]+)\(Deno\.args\)\.then\(Deno\.exit\)\);?/;

/** Writes the built command line again, as a module at `path` that exports its `main`; its parts import it. */
export async function writeMainModule(
  built: string,
  path: string,
): Promise<void> {
  const folder = dirname(path);
  const code = await Deno.readTextFile(`${built}/cli.js`);
  if (!RUNS.test(code)) throw new Error("cli.js runs no main");
  await Deno.mkdir(`${folder}/parts`, { recursive: true });
  for (const { name } of Deno.readDirSync(`${built}/parts`)) {
    await Deno.copyFile(`${built}/parts/${name}`, `${folder}/parts/${name}`);
  }
  await Deno.writeTextFile(path, code.replace(RUNS, "export{$1 as main};"));
}
