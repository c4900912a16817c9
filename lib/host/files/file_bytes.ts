/** One array of the bytes of several. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** How much is read of what has no size of its own: standard input, a pipe. */
export const MAX_PIPED = 64 * 1024 * 1024;

/** Names of standard input. */
const STDIN = /^(?:-|\/dev\/stdin|\/(?:dev|proc\/self)\/fd\/0)$/;
/** What a shell hands over, such as `<(command)`. */
const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

/** Whether a path that was given on the command line names what a shell hands over, not a file. */
export function isPiped(path: string): boolean {
  return STDIN.test(path) || DESCRIPTOR.test(path);
}

/**
 * Makes sure that a path leads to an ordinary file: reading a pipe or a device
 * could wait, or go on, for ever.
 *
 * @throws What Deno's file API throws; `NotSupported` for what is not a file.
 */
export function requireFile(path: string): Deno.FileInfo {
  const info = Deno.statSync(path);
  if (info.isFile) return info;
  if (info.isDirectory) throw new Deno.errors.IsADirectory();
  throw new Deno.errors.NotSupported(`it is ${kindOf(info)}, not a file`);
}

/** Keeps the content, since a pipe can be read only once. */
const received = new Map<string, Uint8Array>();

/**
 * Reads a file that was named on the command line: an ordinary one, or
 * standard input (`-`, `/dev/stdin`) or `/dev/fd/N`, of these
 * {@linkcode MAX_PIPED} bytes at most.
 *
 * @throws As {@linkcode requireFile}; `RangeError` for more than that.
 */
export function fileBytes(path: string): Uint8Array {
  if (!isPiped(path)) {
    requireFile(path);
    return Deno.readFileSync(path);
  }
  const key = STDIN.test(path) ? "-" : path;
  const bytes = received.get(key) ?? readPiped(key);
  received.set(key, bytes);
  return bytes;
}

function readPiped(path: string): Uint8Array {
  using source = openPiped(path);
  return readAll(source);
}

/** Opens what a shell hands over; standard input stays open for good. */
export function openPiped(
  path: string,
): Pick<Deno.FsFile, "readSync" | "readable"> & Disposable {
  if (!STDIN.test(path)) return Deno.openSync(path);
  return {
    readSync: (into) => Deno.stdin.readSync(into),
    get readable() {
      return Deno.stdin.readable;
    },
    [Symbol.dispose]() {},
  };
}

/** For what has more than {@linkcode MAX_PIPED} bytes. */
export function tooLong(): RangeError {
  return new RangeError("it is longer than 64 MiB (write it to a file)");
}

function kindOf(info: Deno.FileInfo): string {
  if (info.isFifo) return "a pipe";
  if (info.isSocket) return "a socket";
  return "a device";
}

function readAll(
  source: { readSync(into: Uint8Array): number | null },
): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const buffer = new Uint8Array(64 * 1024);
  for (;;) {
    const n = source.readSync(buffer);
    if (n === null) break;
    length += n;
    if (length > MAX_PIPED) throw tooLong();
    parts.push(buffer.slice(0, n));
  }
  return joinBytes(parts);
}
