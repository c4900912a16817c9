/** Bytes that are read at a time where lines are read one after the other. */
const WINDOW = 64 * 1_024;

/** Bytes in a temporary file that only its owner can read. */
export class SpillFile implements Disposable {
  length = 0;
  readonly #file: Deno.FsFile;
  /** To be removed in the end, where the system does not do that with an open file. */
  readonly #path: string | undefined;
  readonly #window = new Uint8Array(WINDOW);
  /** The part of the file in the window. */
  #from = 0;
  #to = 0;
  /** Where the line before ended. */
  #last = 0;

  private constructor(file: Deno.FsFile, path: string | undefined) {
    this.#file = file;
    this.#path = path;
  }

  /**
   * Makes one in a folder; default: the system's for temporary files.
   * Undefined where Deno's permissions do not allow it without asking.
   *
   * @throws What Deno's file API throws.
   */
  static open(dir: string | undefined): SpillFile | undefined {
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
    return new SpillFile(open, removed(file) ? undefined : file);
  }

  /**
   * Adds all of them, or none.
   *
   * @throws What Deno's file API throws.
   */
  append(bytes: Uint8Array): void {
    this.#file.seekSync(this.length, Deno.SeekMode.Start);
    for (let at = 0; at < bytes.length;) {
      at += this.#file.writeSync(bytes.subarray(at));
    }
    this.length += bytes.length;
  }

  /** Bytes that are there until the next are read. */
  read(from: number, to: number): Uint8Array {
    const goesOn = from === this.#last;
    this.#last = to;
    if (from < this.#from || to > this.#to) {
      if (to - from > WINDOW) {
        return this.#fill(new Uint8Array(to - from), from);
      }
      const most = goesOn ? Math.min(from + WINDOW, this.length) : to;
      this.#fill(this.#window.subarray(0, most - from), from);
      this.#from = from;
      this.#to = most;
    }
    return this.#window.subarray(from - this.#from, to - this.#from);
  }

  #fill(bytes: Uint8Array, from: number): Uint8Array {
    this.#file.seekSync(from, Deno.SeekMode.Start);
    for (let read = 0; read < bytes.length;) {
      read += this.#file.readSync(bytes.subarray(read)) ?? bytes.length;
    }
    return bytes;
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
