// Builds the command line as it is published: deno task build [FOLDER]
// FOLDER is dist/cli, which is never committed; what was in it goes.

import { entryTypes } from "./build/entry_types.ts";
import { joinChunks } from "./build/join_chunks.ts";
import { generatedChunks, loadedChunks } from "./build/loaded_chunks.ts";
import { splitIntoChunks } from "./build/split_into_chunks.ts";
import { unquoteParts } from "./build/unquote_bytes.ts";

/**
 * Writes the command line to a folder: `cli.js`, and what it loads when it is
 * needed in `parts`. esbuild (`deno bundle`) finds every module, drops what
 * nothing uses and cuts the rest into some 250 chunks, one for each set of
 * places that share it. Those that a run loads are then joined, since each
 * file takes time to load and to download: 2 files in place of 90. Of the
 * others the smallest join their neighbours, but never a package of the
 * sandbox, which few scripts ask for.
 *
 * @param look Called with the folder of chunks, which then has their source maps.
 */
export async function build(
  folder: string,
  look?: (chunks: string) => Promise<void>,
): Promise<void> {
  const chunks = await Deno.makeTempDir({ prefix: "brace-build-" });
  try {
    await splitIntoChunks(chunks, { sourceMaps: look !== undefined });
    await look?.(chunks);
    const loaded = await loadedChunks(chunks);
    const groups = [...loaded, ...generatedChunks(chunks, loaded)];
    await Deno.remove(folder, { recursive: true }).catch(() => {});
    await joinChunks(chunks, { folder, groups });
    await unquoteParts(`${folder}/parts`);
    await Deno.writeTextFile(`${folder}/cli.d.ts`, await entryTypes());
  } finally {
    await Deno.remove(chunks, { recursive: true });
  }
}

if (import.meta.main) await build(Deno.args[0] ?? "dist/cli");
