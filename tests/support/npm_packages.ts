import { fromFileUrl } from "@std/path/from-file-url";

/** Puts packages of deno.lock into a `node_modules`, as they lie in Deno's cache, with what they need. */
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
  const { npm } = JSON.parse(Deno.readTextFileSync(`${cwd}/deno.lock`)) as {
    npm: Record<string, { dependencies?: string[] }>;
  };
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
    copy(`${npmCache}/registry.npmjs.org/${name}/${version}`, to);
    waiting.push(...(npm[key]?.dependencies ?? []).map(find));
  }
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
