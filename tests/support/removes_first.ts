import { dirname } from "@std/path/dirname";

/**
 * Until it is disposed, the next file that is locked has just been removed by
 * somebody else: every file whose path begins like this.
 */
export function removesFirst(beginning: string): Disposable {
  const { prototype } = Deno.FsFile;
  const { tryLock } = prototype;
  const restore = () => prototype.tryLock = tryLock;
  prototype.tryLock = async function (exclusive) {
    restore();
    const folder = dirname(beginning);
    for (const { name } of [...Deno.readDirSync(folder)]) {
      const path = `${folder}/${name}`;
      if (path.startsWith(beginning)) await Deno.remove(path);
    }
    return await tryLock.call(this, exclusive);
  };
  return { [Symbol.dispose]: restore };
}
