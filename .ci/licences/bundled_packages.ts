import { splitIntoChunks } from "../build/split_into_chunks.ts";
import type { NpmPackage } from "./npm_packages.ts";

const NPM = /^(.*\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/(\d[^/]*))\//;

/** The packages of npm of which something is in the built command line. */
export async function bundledPackages(): Promise<NpmPackage[]> {
  const folder = await Deno.makeTempDir();
  try {
    await splitIntoChunks(folder, { sourceMaps: true });
    return await packagesOf(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The same of chunks in a folder, as their source maps name them. */
export async function packagesOf(folder: string): Promise<NpmPackage[]> {
  const found = new Map<string, NpmPackage>();
  for (const { name: file } of Deno.readDirSync(folder)) {
    if (!file.endsWith(".map")) continue;
    const { sources }: { sources: string[] } = JSON.parse(
      await Deno.readTextFile(`${folder}/${file}`),
    );
    for (const source of sources) {
      const match = NPM.exec(source);
      // It stands in for JSR's packages (CONTRIBUTING, Dependencies).
      if (match === null || match[2] === "deno-std") continue;
      const [, path, name, version] = match;
      found.set(path, { name, version, localPath: `${folder}/${path}` });
    }
  }
  return await Promise.all(
    found.values().map(async (it) => ({
      ...it,
      localPath: await Deno.realPath(it.localPath),
    })),
  );
}
