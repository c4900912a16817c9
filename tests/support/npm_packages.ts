import { fromFileUrl } from "@std/path/from-file-url";

/** Puts packages of the lock files into a `node_modules`, as they lie in Deno's cache, with what they need. */
export async function installPackages(
  folder: string,
  names: readonly string[],
): Promise<void> {
  const cwd = fromFileUrl(new URL("../../", import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
    cwd,
  }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout));
  const npm: Record<string, { dependencies?: string[] }> = {};
  for (const lock of ["deno.lock", "tests/support/mcp/deno.lock"]) {
    Object.assign(npm, JSON.parse(Deno.readTextFileSync(cwd + lock)).npm);
  }
  const nameOf = (key: string) => key.slice(0, key.indexOf("@", 1));
  const find = (wanted: string) =>
    Object.keys(npm).find((key) =>
      key === wanted || nameOf(key) === wanted ||
      key.startsWith(`${wanted}_`)
    ) ?? wanted;
  const waiting = names.map(find);
  for (const key of waiting) {
    const name = nameOf(key);
    const to = `${folder}/node_modules/${name}`;
    if (exists(to)) continue;
    const version = key.slice(name.length + 1).replace(/_.*/, "");
    const from = `${npmCache}/registry.npmjs.org/${name}/${version}`;
    if (!exists(from)) await download(`npm:${name}@${version}`);
    copy(from, to);
    waiting.push(...(npm[key]?.dependencies ?? []).map(find));
  }
}

/** Brings a package into Deno's cache that the tests have no need for yet. */
async function download(specifier: string): Promise<void> {
  const args = ["cache", "--quiet", "--no-config", "--no-lock", specifier];
  await new Deno.Command(Deno.execPath(), { args }).output();
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

function copy(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copy(`${from}/${name}`, `${to}/${name}`);
    else if (/\.(?:[cm]?js|json)$/.test(name)) {
      Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
    }
  }
}
