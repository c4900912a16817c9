import { BRACE_FLAGS } from "../flags.ts";
import { binaryName, TARGETS } from "./targets.ts";

/**
 * Writes what stands in for the binaries, for which Deno's runtime would have
 * to be downloaded: a script that starts the built command line. It runs where
 * there is `sh`; of other systems only the files are looked at.
 */
export async function writeStandIns(
  binaries: string,
  built: string,
): Promise<void> {
  const words = [
    "exec",
    Deno.execPath(),
    "run",
    ...BRACE_FLAGS,
    `${built}/cli.js`,
  ];
  const script = `#!/bin/sh\n${words.map((it) => `'${it}'`).join(" ")} "$@"\n`
    .replace("'exec'", "exec");
  for (const target of TARGETS) {
    const folder = `${binaries}/${target.name}`;
    await Deno.mkdir(folder, { recursive: true });
    const file = `${folder}/${binaryName(target)}`;
    await Deno.writeTextFile(file, script);
    if (Deno.build.os !== "windows") await Deno.chmod(file, 0o755);
  }
}
