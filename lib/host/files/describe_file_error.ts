import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { runDenoWith } from "../../core/source/way_out.ts";
import { basename, dirname } from "../path.ts";

/** What was tried with a file, for the message. */
export type FileAction = "read" | "write" | "watch";

/** Turns an error of Deno's file API into a diagnostic. */
export function describeFileError(
  action: FileAction,
  path: string,
  error: unknown,
): Diagnostic {
  if (error instanceof Deno.errors.NotCapable) {
    return describeRefusal(action, path, error);
  }
  if (!(error instanceof Error)) throw error;
  if (error instanceof Deno.errors.InvalidData) {
    return {
      code: "INVALID_FIELD",
      severity: "error",
      message:
        `Cannot ${action} "${path}": it is not UTF-8 text (${error.message})`,
    };
  }
  return {
    code: error instanceof RangeError
      ? "LIMIT"
      : action === "write"
      ? "WRITE"
      : "MISSING_PATH",
    severity: "error",
    message: `Cannot ${action} "${path}": ${
      error instanceof Deno.errors.NotFound && action === "write" &&
        path.endsWith("/")
        ? "it names a folder (add the name of a file)"
        : reason(error)
    }`,
  };
}

/** What Deno itself does not permit; Brace has no flags for that. */
function describeRefusal(
  action: FileAction,
  path: string,
  error: Error,
): Diagnostic {
  // Of devices and the system's own folders: "Requires all access to …".
  const isAll = error.message.includes("--allow-all");
  const flag = isAll
    ? "--allow-all"
    : action === "write"
    ? writingFlags(path, error)
    : `--allow-read=${path}`;
  const reason = isAll
    ? "Deno opens devices and system files only with all permissions"
    : "Deno's permissions do not include it";
  return {
    code: "PERMISSION",
    severity: "error",
    message: `Cannot ${action} "${path}": ${reason} (${runDenoWith(flag)})`,
    suggestion: flag,
  };
}

/**
 * A draft or a lock stands beside the file, and Deno reads what it renames:
 * both take the folder, to read and to write.
 */
function writingFlags(path: string, { message }: Error): string {
  const [, kind = "write", refused = path] =
    /^Requires (read|write) access to "(.*)",/.exec(message) ?? [];
  const isOwn = basename(refused) === basename(path);
  if (isOwn && kind === "write") return `--allow-write=${path}`;
  const isBeside = isOwn || /\.(?:tmp|lock)$/.test(refused);
  const folder = isBeside ? dirname(refused) : refused;
  return (["read", "write"] as const)
    .filter((name) => name === kind || isLacking(name, folder))
    .map((name) => `--allow-${name}=${folder}`).join(" ");
}

function isLacking(name: "read" | "write", path: string): boolean {
  return Deno.permissions.querySync({ name, path }).state !== "granted";
}

function reason(error: Error): string {
  if (error instanceof Deno.errors.NotFound) return "it does not exist";
  if (error instanceof Deno.errors.PermissionDenied) {
    return "the system does not permit it";
  }
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Deno.errors.NotADirectory) {
    return "a part of the path is not a folder";
  }
  if (error instanceof Deno.errors.FilesystemLoop) {
    return "its links go in a circle";
  }
  if (
    error instanceof RangeError || error instanceof LockedError ||
    error instanceof Deno.errors.NotSupported
  ) return error.message;
  // Deno: "Not enough space (os error 28): open 'x'"
  return error.message.replace(/ \(os error \d+\).*$/s, "").toLowerCase();
}

/** Why a lock was not had. */
export class LockedError extends Error {
  override name = "LockedError";
}
