import type { NpmPackage } from "./npm_packages.ts";

/** The sum of a package of npm, as the registry has it: from the lock file, or from what Deno keeps of the registry. */
export async function integrityOf(
  { name, version, localPath }: NpmPackage,
): Promise<string> {
  const { npm }: { npm: Record<string, { integrity?: string } | undefined> } =
    JSON.parse(
      await Deno.readTextFile(new URL("../../deno.lock", import.meta.url)),
    );
  const key = `${name}@${version}`;
  // Behind it may stand what the package was resolved with.
  const locked = Object.keys(npm).find((it) =>
    it === key || it.startsWith(`${key}_`)
  );
  const integrity = npm[locked ?? key]?.integrity;
  if (integrity !== undefined) return integrity;
  const { versions } = JSON.parse(
    await Deno.readTextFile(`${localPath}/../registry.json`),
  );
  return versions[version].dist.integrity;
}
