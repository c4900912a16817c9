/** What the locks of this project hold: the packages of scripts, of Brace, of the page's editors. */
const LOCKS = [
  "../sandbox/packages.lock",
  "../../deno.lock",
  "../../lib/embedded/page/workbench/editor/deno.lock",
].map((path) => new URL(path, import.meta.url));

interface Lock {
  readonly version: string;
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, { readonly integrity?: string }>>;
}

/**
 * Runs `work` in a folder of its own, in which Deno takes the given packages
 * (`name@version`) and all that they need from the lock that lists them.
 * Without it, Deno would take the newest versions that fit, and a generated
 * file would change on the day on which npm gets one.
 */
export async function inLockedFolder<T>(
  packages: readonly string[],
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/deno.lock`;
  try {
    const lock = await lockOf(packages);
    await Deno.writeTextFile(path, JSON.stringify(lock));
    const result = await work(folder);
    const after: Lock = JSON.parse(await Deno.readTextFile(path));
    const added = Object.keys(after.npm ?? {}).filter((it) =>
      !Object.hasOwn(lock.npm, it)
    );
    if (added.length > 0) throw unlocked(packages, added);
    return result;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Packages (`name@version`) in groups: those of a group are in one lock. */
export async function byLock(
  packages: readonly string[],
): Promise<string[][]> {
  const locks = await Promise.all(LOCKS.map(read));
  return [
    ...Map.groupBy(packages, (it) => {
      const index = locks.findIndex((lock) => lists(lock, it));
      if (index < 0) throw unlocked([it], [it]);
      return index;
    }).values(),
  ];
}

/** The first lock that lists all the packages, without the project that it belongs to. */
async function lockOf(packages: readonly string[]): Promise<Lock> {
  for (const url of LOCKS) {
    const lock = await read(url);
    if (packages.every((it) => lists(lock, it))) {
      const { version, specifiers, npm } = lock;
      return { version, specifiers, npm };
    }
  }
  throw unlocked(packages, packages);
}

function lists({ specifiers }: Lock, wanted: string): boolean {
  return Object.hasOwn(specifiers, `npm:${wanted}`);
}

/** The sum of a package, as npm has it, from the first lock that lists the package. */
export async function lockedIntegrity(
  name: string,
  version: string,
): Promise<string> {
  const key = `${name}@${version}`;
  for (const url of LOCKS) {
    const { npm } = await read(url);
    // Behind it may stand what the package was resolved with.
    const locked = Object.keys(npm).find((it) =>
      it === key || it.startsWith(`${key}_`)
    );
    const integrity = npm[locked ?? key]?.integrity;
    if (integrity !== undefined) return integrity;
  }
  throw unlocked([key], [key]);
}

async function read(url: URL): Promise<Lock> {
  return JSON.parse(await Deno.readTextFile(url));
}

function unlocked(asked: readonly string[], missing: readonly string[]): Error {
  const specifiers = asked.map((it) => `npm:${it}`).join(" ");
  return new Error(
    `No lock lists ${missing.join(", ")}; run: deno cache --no-config ` +
      `--lock=.ci/sandbox/packages.lock ${specifiers}`,
  );
}
