import { archive } from "./archive.ts";
import { installers } from "./installers.ts";
import { SHIPPED_PATH, type ShippedPackage } from "../licences/third_party.ts";
import { modulesOf } from "../modules_of.ts";
import { sbom } from "./sbom.ts";
import { standardLibrary } from "./standard_library.ts";
import { archiveName, TARGETS } from "./targets.ts";

const root = new URL("../../", import.meta.url);

/**
 * Writes what a release consists of: an archive for each system, the
 * installers that know their sums, the list of what Brace is made of, and the
 * sums of all of these.
 */
export async function releaseFiles(
  folder: string,
  { binaries, url, version }: {
    /** A folder with a folder for each system. */
    binaries: string;
    /** Where the release's files will be. */
    url: string;
    version: string;
  },
): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const sums = new Map<string, string>();
  for (const target of TARGETS) {
    const name = archiveName(target, version);
    await archive(`${folder}/${name}`, { target, binaries });
    sums.set(name, await sumOf(`${folder}/${name}`));
  }
  // First: where the lock file is new, this adds what it lacks.
  const modules = await modulesOf("cli.ts");
  const lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", root)));
  const standard = standardLibrary(modules, lock);
  const shipped: ShippedPackage[] = JSON.parse(
    await Deno.readTextFile(new URL(SHIPPED_PATH, root)),
  );
  const texts: [name: string, text: string][] = [
    ...await installers({ url, version, sums }),
    [
      `brace-${version}.cdx.json`,
      sbom({
        npm: [...standard.npm, ...shipped],
        jsr: standard.jsr,
        deno: Deno.version.deno,
      }, version),
    ],
  ];
  for (const [name, text] of texts) {
    await Deno.writeTextFile(`${folder}/${name}`, text);
    sums.set(name, await sumOf(`${folder}/${name}`));
  }
  const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`);
  await Deno.writeTextFile(`${folder}/SHA256SUMS`, lines.join(""));
}

async function sumOf(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(hash).toHex();
}
