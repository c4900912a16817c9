import { dirname } from "../../path.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { describeFileError } from "../describe_file_error.ts";
import { FileDraft, writePlace } from "./draft.ts";
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

/**
 * Writes a file so that at any moment there is the old one or the whole new
 * one: into a new file beside it, which then takes its name and has its
 * permissions, or those of `mode`. Folders on the way are made; a link stays a
 * link, a device or pipe is written to. Content in pieces is written as they
 * come. Returns what went wrong, if anything did; then nothing is left behind.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | Iterable<string>,
  options: { readonly mode?: number } = {},
): Promise<Diagnostic | undefined> {
  let draft: FileDraft | undefined;
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    const place = await writePlace(path);
    if (place.kind === "device") {
      using device = await openDevice(path);
      await writeAll(device, content);
      return undefined;
    }
    const mode = options.mode ?? place.mode;
    draft = await FileDraft.open(
      place.path,
      mode === undefined ? {} : { mode },
    );
    await writeAll(draft.file, content);
    await draft.commit();
    return undefined;
  } catch (error) {
    draft?.discard();
    return describeFileError("write", path, error);
  }
}

async function writeAll(
  file: Deno.FsFile,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  if (content instanceof Uint8Array) return await writeBytes(file, content);
  const texts = typeof content === "string" ? [content] : content;
  for (const bytes of encoded(texts)) await writeBytes(file, bytes);
}

async function writeBytes(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await file.write(bytes.subarray(at));
  }
}

/** Bytes of the one buffer. */
const LENGTH = 64 * 1_024;

const encoder = new TextEncoder();

/**
 * The UTF-8 of texts, in pieces of one buffer: each is to be used before the
 * next one is asked for. A new array for each of thousands of pieces would be
 * memory that waits for the next collection.
 */
function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const buffer = new Uint8Array(LENGTH);
  let used = 0;
  for (const text of texts) {
    for (let at = 0; at < text.length;) {
      const { read, written } = encoder.encodeInto(
        at === 0 ? text : text.slice(at),
        used === 0 ? buffer : buffer.subarray(used),
      );
      at += read;
      used += written;
      if (at === text.length) break;
      yield buffer.subarray(0, used);
      used = 0;
    }
  }
  if (used > 0) yield buffer.subarray(0, used);
}
