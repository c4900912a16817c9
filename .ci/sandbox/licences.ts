import { npmPackages } from "./npm_packages.ts";
import { PACKAGES, QUICKJS } from "./packages.ts";

/** The licences of all bundled packages, those that they need included. */
export async function licences(): Promise<string> {
  const found = new Map<string, string>();
  const pinned = [
    [QUICKJS.name, QUICKJS.version] as const,
    ...Object.values(PACKAGES).flatMap((it) => Object.entries(it.packages)),
  ];
  for (const [name, version] of pinned) {
    for (const it of await npmPackages(name, version)) {
      found.set(`${it.name} ${it.version}`, await licenceOf(it.localPath));
    }
  }
  const text = [...found].sort(([a], [b]) => a < b ? -1 : 1)
    .map(([title, licence]) =>
      `## ${title}\n\n${licence.trim().replaceAll("\r\n", "\n")}\n`
    )
    .join("\n");
  return `Packages that are bundled for scripts (lib/host/sandbox/modules/generated), and their licences.\n\n${text}`;
}

/** A licence as a package in a folder tells it. */
export async function licenceOf(folder: string): Promise<string> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const file = names.find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (file !== undefined) return await Deno.readTextFile(`${folder}/${file}`);
  const { license, licenses } = JSON.parse(
    await Deno.readTextFile(`${folder}/package.json`),
  );
  return `Licence, by its package.json: ${JSON.stringify(license ?? licenses)}`;
}
