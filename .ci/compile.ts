// Compiles Brace to one binary: deno task compile [--target T] [--output FILE]
// Arguments go to deno compile, before the entry point. The command line is
// built first, or is the one in the folder that --built names.

import { fromFileUrl } from "@std/path/from-file-url";
import { build } from "./build.ts";
import { PERMISSIONS, V8 } from "./flags.ts";

const root = fromFileUrl(new URL("..", import.meta.url));

/** Compiles the command line that is built in a folder. */
export async function compile(
  built: string,
  args: readonly string[],
): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      // The built entry needs nothing of the project, which would be embedded.
      "--no-config",
      ...PERMISSIONS,
      V8,
      ...args,
      `${built}/cli.js`,
    ],
    cwd: root,
  }).spawn().status;
  if (!success) {
    throw new Error(
      "Cannot compile the command line: deno compile failed; it needs Deno's runtime, denort, from dl.deno.land (or set DENORT_BIN to a file that you have)",
    );
  }
}

if (import.meta.main) {
  const given = Deno.args.indexOf("--built");
  const [built, args] = given === -1
    ? ["dist/cli", Deno.args]
    : [Deno.args[given + 1], Deno.args.toSpliced(given, 2)];
  if (given === -1) await build(`${root}/${built}`);
  const named = args.some((it) => /^(-o|--output)\b/.test(it));
  try {
    await compile(built, named ? args : ["--output", "dist/brace", ...args]);
  } catch (error) {
    console.error((error as Error).message);
    Deno.exit(1);
  }
}
