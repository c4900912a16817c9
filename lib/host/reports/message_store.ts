import type { MessageStore } from "../../core/http/stream.ts";
import { SpillFile } from "./spill_file.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Messages of a stream on disk; where no file can be had there is no room for them. */
export class DiskMessages implements MessageStore {
  readonly #folder: string | undefined;
  /** Where each text ends, in bytes. */
  readonly #ends: number[] = [];
  /** Null where there is none any more, or cannot be one. */
  #file: SpillFile | null | undefined;

  /** @param folder Where the file is made; default: the system's folder for temporary files. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  append(text: string): boolean {
    try {
      this.#file ??= this.#file === undefined
        ? SpillFile.open(this.#folder) ?? null
        : null;
      if (this.#file === null) return false;
      this.#file.append(encoder.encode(text));
      this.#ends.push(this.#file.length);
      return true;
    } catch {
      // No such folder, or a full disk.
      return false;
    }
  }

  *texts(): Generator<string> {
    let from = 0;
    for (const to of this.#ends) {
      yield decoder.decode(this.#file!.read(from, to));
      from = to;
    }
  }

  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]();
    this.#file = null;
    this.#ends.length = 0;
  }
}
