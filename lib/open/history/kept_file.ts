import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { DiagnosticError } from "../../core/source/errors.ts";
import { permittedEnv } from "../../host/permitted_env.ts";
import { describeFileError } from "../../host/files/describe_file_error.ts";
import type { CollectedRequest } from "../../tools/report/collect/types.ts";

/** So many exchanges the file keeps, and so many bytes. */
const MAX_LINES = 200;
const MAX_BYTES = 8 * 1024 * 1024;

/** The history of a collection in the user's cache folder; only they can read it. */
export class KeptFile {
  readonly #path: string;
  #lines: string[] = [];

  /**
   * @param folder The collection's folder.
   *
   * @throws {DiagnosticError} There is no cache folder, or it cannot be used.
   */
  constructor(folder: string) {
    const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
    this.#path = join(cacheFolder(), "brace", "history", `${name}.ndjson`);
    try {
      Deno.mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new DiagnosticError([
        describeFileError("write", this.#path, error),
      ]);
    }
  }

  /** What it keeps, the oldest first; a line that is damaged is left out. */
  read(): CollectedRequest[] {
    try {
      this.#lines = Deno.readTextFileSync(this.#path).split("\n")
        .filter((line) => line !== "");
    } catch {
      return [];
    }
    return this.#lines.flatMap((line) => {
      try {
        return JSON.parse(line) as CollectedRequest;
      } catch {
        return [];
      }
    });
  }

  /** Adds an exchange, which is masked; the oldest make room. */
  add(details: CollectedRequest): void {
    this.#lines.push(JSON.stringify(details));
    let size = 0;
    const from = this.#lines.findLastIndex((line, at) => {
      size += line.length + 1;
      return size > MAX_BYTES || at < this.#lines.length - MAX_LINES;
    });
    this.#lines.splice(0, from + 1);
    this.#write();
  }

  remove(): void {
    this.#lines = [];
    try {
      Deno.removeSync(this.#path);
    } catch {
      // There was none.
    }
  }

  /** As a whole under another name first: what ends meanwhile leaves the old one. */
  #write(): void {
    const temporary = `${this.#path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    try {
      Deno.writeTextFileSync(temporary, `${this.#lines.join("\n")}\n`, {
        mode: 0o600,
        createNew: true,
      });
      Deno.renameSync(temporary, this.#path);
    } catch {
      // A full disk costs the history, and nothing else.
      try {
        Deno.removeSync(temporary);
      } catch {
        // It was not made.
      }
    }
  }
}

function cacheFolder(): string {
  const home = permittedEnv("HOME") ?? permittedEnv("USERPROFILE");
  const folder = permittedEnv("XDG_CACHE_HOME") ||
    permittedEnv("LOCALAPPDATA") ||
    (home &&
      (Deno.build.os === "darwin"
        ? join(home, "Library", "Caches")
        : join(home, ".cache")));
  if (folder) return folder;
  throw new DiagnosticError([{
    code: "PERMISSION",
    severity: "error",
    message:
      'Cannot keep the history: the cache folder is not known (set "XDG_CACHE_HOME", and give --allow-env)',
  }]);
}
