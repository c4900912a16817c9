import { fromFileUrl } from "@std/path/from-file-url";
import { dirname } from "@std/path/posix/dirname";

/**
 * Puts packages of the lock files into a `node_modules`, as they lie in Deno's
 * cache, with what they need: each file when it is asked for by its path, since
 * there are thousands.
 */
export async function installPackages(
  folder: string,
  names: readonly string[],
): Promise<(path: string) => void> {
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
  const sources = new Map<string, string>();
  const waiting = names.map(find);
  for (const key of waiting) {
    const name = nameOf(key);
    if (sources.has(name)) continue;
    const version = key.slice(name.length + 1).replace(/_.*/, "");
    const from = `${npmCache}/registry.npmjs.org/${name}/${version}`;
    if (!exists(from)) await download(`npm:${name}@${version}`);
    sources.set(name, from);
    waiting.push(...(npm[key]?.dependencies ?? []).map(find));
  }
  return (path) => {
    const [, name, file] = FILE.exec(path) ?? [];
    const from = `${sources.get(name)}/${file}`;
    const to = `${folder}/${path}`;
    if (!sources.has(name) || !isFile(from) || exists(to)) return;
    Deno.mkdirSync(dirname(to), { recursive: true });
    try {
      Deno.linkSync(from, to);
    } catch {
      // The cache lies on another disk.
      Deno.copyFileSync(from, to);
    }
  };
}

/** A file of a package that scripts can load. */
const FILE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+\.(?:[cm]?js|json))$/;

/** Brings a package into Deno's cache that the tests have no need for yet. */
async function download(specifier: string): Promise<void> {
  const args = ["cache", "--quiet", "--no-config", "--no-lock", specifier];
  await new Deno.Command(Deno.execPath(), { args }).output();
}

function exists(path: string): boolean {
  return infoOf(path) !== undefined;
}

function isFile(path: string): boolean {
  return infoOf(path)?.isFile ?? false;
}

function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}
