import { licenceOf } from "./licences/licence_of.ts";
import { npmPackages } from "./licences/npm_packages.ts";

/** The packages of a page, in the versions that `deno.json` or that of the editors names. */
export async function packageVersions(
  names: readonly string[],
): Promise<[name: string, version: string][]> {
  const { default: { imports: own } } = await import("../deno.json", {
    with: { type: "json" },
  });
  const { default: { imports: editors } } = await import(
    "../lib/embedded/page/workbench/editor/deno.json",
    { with: { type: "json" } }
  );
  const imports: Readonly<Record<string, string>> = { ...own, ...editors };
  return names.map((name) => [
    name,
    imports[name].slice(`npm:${name}@`.length),
  ]);
}

/** Their licences, and those of all that they need, which go along with what is made of them. */
export async function licenceTexts(names: readonly string[]): Promise<string> {
  const all = new Map<string, string>();
  const packages = await npmPackages(await packageVersions(names));
  for (const it of packages.flat()) {
    const title = `${it.name} ${it.version}`;
    if (all.has(it.name)) continue;
    all.set(it.name, `${title}\n\n${await licenceOf(it.localPath)}\n`);
  }
  return [...all.values()].join("\n");
}
