import { dirname } from "@std/path/dirname";

/** Writes texts, by their paths, into a new folder that is there for one use. */
export async function inFolder(
  files: Iterable<readonly [path: string, text: string]>,
  use: (cwd: string) => Promise<void>,
): Promise<void> {
  const cwd = await Deno.makeTempDir();
  try {
    for (const [path, text] of files) {
      await Deno.mkdir(dirname(`${cwd}/${path}`), { recursive: true });
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    await use(cwd);
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}
