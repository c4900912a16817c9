import { rollup } from "rollup";

/** Chunks that become one file. */
export interface Group {
  readonly name: string;
  readonly files: ReadonlySet<string>;
}

/**
 * Bytes of a chunk that stays a file of its own; a smaller one joins another
 * where that loads next to nothing more. Without `--unstable-lazy-dynamic-imports`
 * Deno reads all files before anything runs.
 */
const MIN_SIZE = 20_000;

/** Writes the chunks of a folder to another, each group as one file; the first group is the entry's. */
export async function joinChunks(
  chunks: string,
  { folder, groups }: { folder: string; groups: readonly Group[] },
): Promise<void> {
  const bundle = await rollup({
    input: `${chunks}/cli.js`,
    // esbuild has dropped what can be dropped.
    treeshake: false,
    external: /^node:/,
    plugins: [{
      name: "one-folder",
      // Rollup would read the folder of 250 files for each of thousands of imports.
      resolveId: (path) =>
        path.startsWith("node:") ? null : inFolder(chunks, path),
    }],
    logLevel: "warn",
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  await bundle.write({
    dir: folder,
    format: "es",
    compact: true,
    experimentalMinChunkSize: MIN_SIZE,
    hoistTransitiveImports: false,
    banner: ({ isEntry }) => isEntry ? '/* @ts-self-types="./cli.d.ts" */' : "",
    chunkFileNames: ({ name }) => `parts/${withoutHash(name)}.js`,
    manualChunks: (path) => {
      const file = path.slice(path.lastIndexOf("/") + 1);
      return groups.find(({ files }) => files.has(file))?.name;
    },
  });
  await bundle.close();
}

/** The path of a chunk, which imports name from their own folder. */
function inFolder(folder: string, path: string): string {
  return `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`;
}

/** esbuild's names end in a hash; what several places share has no other name. */
function withoutHash(name: string): string {
  const short = name.replace(/^_|-[0-9A-Z]{8}$/g, "");
  return short === "chunk" ? "shared" : short;
}
