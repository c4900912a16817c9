import { inLockedFolder } from "./locked.ts";

/** A package in Deno's cache. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly localPath: string;
}

/** A package and all that it needs, in the versions of the lock, in Deno's cache. */
export async function npmPackages(
  name: string,
  version: string,
): Promise<NpmPackage[]> {
  return await inLockedFolder([`${name}@${version}`], async (folder) => {
    await Deno.writeTextFile(`${folder}/deno.json`, "{}");
    const { success, stdout, stderr } = await new Deno.Command(
      Deno.execPath(),
      { args: ["info", "--json", `npm:${name}@${version}`], cwd: folder },
    ).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const { modules, npmPackages }: Info = JSON.parse(
      new TextDecoder().decode(stdout),
    );
    // Deno lists all that the lock has.
    const found = new Map<string, NpmPackage>();
    const open = modules.map((it) => it.npmPackage);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      const { dependencies, ...it } = npmPackages[id];
      found.set(id, it);
      open.push(...dependencies);
    }
    return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([, it]) => it);
  });
}

interface Info {
  readonly modules: readonly { readonly npmPackage: string }[];
  readonly npmPackages: Readonly<
    Record<string, NpmPackage & { readonly dependencies: readonly string[] }>
  >;
}
