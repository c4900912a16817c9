import type { LineStore } from "../../report/collect.ts";

/** UTF-16 code units that are kept in memory before the first goes to disk. */
const IN_MEMORY = 8 * 1_024 ** 2;
/** Code units that are gathered for one write. */
const BUFFER = 256 * 1_024;

/** Lines that are kept in memory as long as they are few, then in a file that only its owner can read. Where no file can be had they stay in memory. */
export class SpillingStore implements LineStore, Disposable {
  readonly #limit: number;
  readonly #folder: string | undefined;
  #lines: string[] = [];
  #length = 0;
  #spill: Spill | undefined;
  /** Where no file can be had, nothing is tried again. */
  #stays = false;

  /**
   * @param options.folder Where the file is made; default: the system's folder for temporary files.
   * @param options.limit Code units that are kept in memory.
   */
  constructor(
    { folder, limit = IN_MEMORY }: {
      readonly folder?: string;
      readonly limit?: number;
    } = {},
  ) {
    this.#folder = folder;
    this.#limit = limit;
  }

  /** Whether lines are on disk. */
  get spilled(): boolean {
    return this.#spill !== undefined;
  }

  append(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    const limit = this.#spill === undefined ? this.#limit : BUFFER;
    if (this.#length > limit && !this.#stays) this.#flush();
  }

  read(at: number): string {
    const before = this.#spill?.count ?? 0;
    return at < before ? this.#spill!.read(at) : this.#lines[at - before];
  }

  [Symbol.dispose](): void {
    this.#spill?.[Symbol.dispose]();
  }

  #flush(): void {
    try {
      this.#spill ??= Spill.open(this.#folder);
      if (this.#spill !== undefined) {
        this.#spill.append(this.#lines);
        this.#lines = [];
        this.#length = 0;
        return;
      }
    } catch {
      // No such folder, no permission, a full disk: memory is what is left.
    }
    this.#stays = true;
  }
}

/** The lines on disk. */
class Spill implements Disposable {
  readonly #file: Deno.FsFile;
  /** To be removed in the end, where the system does not do that with an open file. */
  readonly #path: string | undefined;
  /** Where each line ends. */
  readonly #ends: number[] = [];

  private constructor(file: Deno.FsFile, path: string | undefined) {
    this.#file = file;
    this.#path = path;
  }

  /** Undefined where Deno's permissions do not allow it without asking. */
  static open(dir: string | undefined): Spill | undefined {
    const path = dir === undefined ? {} : { path: dir };
    for (const name of ["read", "write"] as const) {
      const { state } = Deno.permissions.querySync({ name, ...path });
      if (state !== "granted") return undefined;
    }
    const file = Deno.makeTempFileSync({
      prefix: "brace-",
      ...(dir !== undefined && { dir }),
    });
    const open = Deno.openSync(file, { read: true, write: true });
    return new Spill(open, removed(file) ? undefined : file);
  }

  get count(): number {
    return this.#ends.length;
  }

  /**
   * Adds all of them, or none.
   *
   * @throws What Deno's file API throws.
   */
  append(lines: readonly string[]): void {
    const encoder = new TextEncoder();
    let end = this.#ends.at(-1) ?? 0;
    this.#file.seekSync(end, Deno.SeekMode.Start);
    const ends: number[] = [];
    for (const line of lines) {
      const bytes = encoder.encode(line);
      for (let at = 0; at < bytes.length;) {
        at += this.#file.writeSync(bytes.subarray(at));
      }
      end += bytes.length;
      ends.push(end);
    }
    for (const it of ends) this.#ends.push(it);
  }

  read(at: number): string {
    const from = at === 0 ? 0 : this.#ends[at - 1];
    const bytes = new Uint8Array(this.#ends[at] - from);
    this.#file.seekSync(from, Deno.SeekMode.Start);
    for (let read = 0; read < bytes.length;) {
      read += this.#file.readSync(bytes.subarray(read)) ?? bytes.length;
    }
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  [Symbol.dispose](): void {
    this.#file.close();
    if (this.#path !== undefined) removed(this.#path);
  }
}

/** A file that is open lives on without its name, but not on Windows. */
function removed(path: string): boolean {
  try {
    Deno.removeSync(path);
    return true;
  } catch {
    return false;
  }
}
