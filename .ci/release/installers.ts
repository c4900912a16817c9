import { archiveName, TARGETS } from "./targets.ts";

/** The installers of a release: each installs this version, and knows the sums of its archives. */
export async function installers(
  { url, version, sums }: {
    url: string;
    version: string;
    sums: ReadonlyMap<string, string>;
  },
): Promise<[name: string, text: string][]> {
  const archives = TARGETS.map((target) => {
    const archive = archiveName(target, version);
    return { uname: target.uname, archive, sum: sums.get(archive)! };
  });
  const cases = archives.filter(({ uname }) => uname !== undefined).map((
    { uname, archive, sum },
  ) => `  "${uname}")\n    archive=${archive}\n    sum=${sum}\n    ;;`);
  const windows = archives.find(({ uname }) => uname === undefined)!;
  const values: Record<string, string> = {
    url,
    version,
    cases: cases.join("\n"),
    archive: windows.archive,
    sum: windows.sum,
  };
  return await Promise.all(["install.sh", "install.ps1"].map(async (name) => {
    const template = await Deno.readTextFile(new URL(name, import.meta.url));
    const text = template.replace(/@([a-z]+)@/g, (_, key) => values[key]);
    return [name, text] as [string, string];
  }));
}
