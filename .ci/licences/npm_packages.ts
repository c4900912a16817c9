import { byLock, inLockedFolder } from "./locked.ts";

/** A package in Deno's cache. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly localPath: string;
}

/** Packages, each with all that it needs, in the versions of the locks, in Deno's cache. */
export async function npmPackages(
  packages: readonly (readonly [name: string, version: string])[],
): Promise<NpmPackage[][]> {
  const wanted = packages.map(([name, version]) => `${name}@${version}`);
  const found = new Map<string, NpmPackage[]>();
  for (const group of await byLock(wanted)) {
    const info = await infoOf(group);
    for (const it of group) found.set(it, withNeeds(it, info));
  }
  return wanted.map((it) => found.get(it)!);
}

/** What Deno knows of packages of one lock. */
async function infoOf(packages: readonly string[]): Promise<Info> {
  return await inLockedFolder(packages, async (folder) => {
    await Deno.writeTextFile(`${folder}/deno.json`, "{}");
    const imports = packages.map((it) => `import "npm:${it}";\n`).join("");
    await Deno.writeTextFile(`${folder}/entry.js`, imports);
    const { success, stdout, stderr } = await new Deno.Command(
      Deno.execPath(),
      { args: ["info", "--json", "entry.js"], cwd: folder },
    ).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return JSON.parse(new TextDecoder().decode(stdout));
  });
}

function withNeeds(wanted: string, { npmPackages }: Info): NpmPackage[] {
  const found = new Map<string, NpmPackage>();
  // Behind it may stand what the package was resolved with.
  const open = Object.keys(npmPackages).filter((it) =>
    it === wanted || it.startsWith(`${wanted}_`)
  );
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    const { dependencies, ...it } = npmPackages[id];
    found.set(id, it);
    open.push(...dependencies);
  }
  return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([, it]) => it);
}

interface Info {
  readonly npmPackages: Readonly<
    Record<string, NpmPackage & { readonly dependencies: readonly string[] }>
  >;
}
