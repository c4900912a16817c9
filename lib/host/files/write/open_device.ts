import { sleep } from "../../sleep.ts";

/** How long a pipe may have no reader, in milliseconds. */
const MAX_WAIT = 3_000;

/**
 * Opens a device or pipe to write to. A pipe that nobody reads would be waited
 * for without an end.
 *
 * @throws {Deno.errors.NotSupported} Nobody reads the pipe.
 * @throws What Deno's file API throws.
 */
export async function openDevice(path: string): Promise<Deno.FsFile> {
  const { isFifo } = await Deno.stat(path);
  if (!isFifo) return await Deno.open(path, { write: true });
  const fs = globalThis.process.getBuiltinModule("node:fs");
  const opened = await openedPipe(path, fs);
  try {
    // Does not wait: this pipe has a reader.
    return await Deno.open(path, { write: true });
  } finally {
    fs.closeSync(opened);
  }
}

/** Deno's own file API cannot open a pipe without waiting (no upstream issue known). */
async function openedPipe(
  path: string,
  { openSync, constants }: typeof import("node:fs"),
): Promise<number> {
  const end = Date.now() + MAX_WAIT;
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as { code?: string }).code !== "ENXIO") throw error;
    }
    if (Date.now() > end) {
      throw new Deno.errors.NotSupported(
        "nobody reads this pipe (start its reader first)",
      );
    }
    await sleep(50);
  }
}
