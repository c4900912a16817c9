import { dirname, isAbsolute, isInside, join, resolve } from "../../path.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import {
  InterpolationError,
  PermissionError,
} from "../../../core/source/errors.ts";
import type { Origin } from "../../../core/source/origin.ts";
import { wayOut } from "../../../core/source/way_out.ts";
import { relativePath, withSlashes } from "../../files/load/shown_path.ts";
import { describeFileError } from "../../files/describe_file_error.ts";
import { requireFile } from "../../files/file_bytes.ts";
import { nearestPath } from "../../files/with_nearest.ts";

/** Which files a request may read. */
export interface FileAccess {
  /** The collection's folder: relative paths start here, and everything inside may be read. */
  readonly root: string;
  /** Files and folders outside that may be read (`--allow-read`). */
  readonly allowRead: readonly string[];
  /** Told of each file that may be read, by its path before links are followed. */
  readonly found?: (path: string) => void;
}

/** A file that a request sends, found and permitted. */
export interface BodyFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

const CHUNK = 64 * 1024;

/**
 * Finds a file that a collection names, links followed, and makes sure that it
 * lies in the collection or where the command line allows.
 *
 * @throws {PermissionError} It lies elsewhere, or Deno does not permit it.
 * @throws {InterpolationError} It cannot be read; code MISSING_PATH.
 */
export function findBodyFile(
  written: string,
  options: { access: FileAccess | undefined; at: Origin },
): BodyFile {
  const { access, at } = options;
  // It would be the collection's folder.
  if (written === "") throw unnamed(at);
  if (access === undefined) throw outside(written, written, at);
  const path = isAbsolute(written) ? written : join(access.root, written);
  try {
    const real = Deno.realPathSync(path);
    // A collection from memory has no folder.
    const own = access.root === "" ? [] : [access.root];
    const roots = [...own, ...access.allowRead].map(realOrSame);
    if (!roots.some((root) => isInside(root, real))) {
      throw outside(written, isAbsolute(written) ? path : fromHere(path), at);
    }
    const { size } = requireFile(real);
    access.found?.(path);
    return { path: real, size };
  } catch (error) {
    if (error instanceof PermissionError) throw error;
    const described = describeFileError("read", written, error);
    const isMissing = error instanceof Deno.errors.NotFound &&
      access.root !== "" && !isAbsolute(written);
    const diagnostic = {
      ...described,
      ...isMissing && startsElsewhere(described, written, access.root, at),
      location: locationOf(at),
    };
    throw diagnostic.code === "PERMISSION"
      ? new PermissionError([diagnostic])
      : new InterpolationError([diagnostic]);
  }
}

/** Adds where a path starts, and the path of a file that is meant. */
function startsElsewhere(
  { message }: Diagnostic,
  written: string,
  root: string,
  { file }: Origin,
): Pick<Diagnostic, "message" | "suggestion"> {
  const start = "paths start at the collection's folder";
  const beside = besideOf(written, root, file) ?? nearestOf(written, root);
  return beside === undefined ? { message: `${message} (${start})` } : {
    message: `${message} (${start}: did you mean "${beside}"?)`,
    suggestion: beside,
  };
}

/** The path from the collection's folder of a file that is named as from another file's. */
function besideOf(
  written: string,
  root: string,
  file: string,
): string | undefined {
  try {
    const path = join(dirname(resolve(file)), written);
    if (!Deno.statSync(path).isFile || !isInside(root, path)) return undefined;
    return withSlashes(relativePath(root, path));
  } catch {
    // Neither there, or not for Brace to know.
    return undefined;
  }
}

/** The path of a file in the same folder of the collection that is named almost so. */
function nearestOf(written: string, root: string): string | undefined {
  const path = join(root, written);
  return isInside(root, path) ? nearestPath(path, written) : undefined;
}

/** Yields a file's content, exactly `size` bytes. */
export async function* readBodyFile(
  { path, size }: BodyFile,
): AsyncGenerator<Uint8Array> {
  using file = await Deno.open(path);
  let left = size;
  while (left > 0) {
    // A new buffer each time: the socket may still hold the last one.
    const buffer = new Uint8Array(Math.min(CHUNK, left));
    const n = await file.read(buffer);
    if (n === null) {
      throw new InterpolationError([{
        code: "INVALID_BODY",
        severity: "error",
        message: `Cannot send "${path}": it became shorter while it was sent`,
      }]);
    }
    left -= n;
    yield n === buffer.length ? buffer : buffer.subarray(0, n);
  }
}

function realOrSame(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    // What does not exist contains nothing.
    return resolve(path);
  }
}

/** A path as the person at the command line writes it; a program may not be allowed to know where it runs. */
function fromHere(path: string): string {
  try {
    return relativePath(Deno.cwd(), path);
  } catch {
    return path;
  }
}

function unnamed(at: Origin): InterpolationError {
  return new InterpolationError([{
    code: "MISSING_PATH",
    severity: "error",
    message:
      "Cannot read the file: its path is empty (name a file, or give its placeholder a value)",
    location: locationOf(at),
  }]);
}

function outside(
  written: string,
  allowed: string,
  at: Origin,
): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message: `Cannot read "${written}": it lies outside the collection`,
    waysOut: [wayOut("allow-read", allowed)],
    location: locationOf(at),
  }]);
}
