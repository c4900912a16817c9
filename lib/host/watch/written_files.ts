import { fstatSync, type Stats, statSync } from "node:fs";
import { realOf } from "./file_changes.ts";

/** Standard output and standard error. */
const STREAMS = [1, 2];

/**
 * Tells what a run wrote itself from what a person changed: what a run only
 * writes, such as reports and what it prints into a file, is never a change;
 * what it reads and writes back, such as cookies, is none as long as it is as
 * the run left it.
 */
export class WrittenFiles {
  readonly #only: ReadonlySet<string>;
  /** Where the shell has what is printed go: files that no option names. */
  readonly #printed = new Set(
    STREAMS.flatMap((stream) => identityOf(() => fstatSync(stream)) ?? []),
  );
  #left = new Map<string, string>();

  /** @param only What a run only writes. */
  constructor(only: readonly string[]) {
    this.#only = new Set(only.map(realOf));
  }

  /** Remembers how a run left what it wrote back. */
  note(back: readonly string[]): void {
    this.#left = new Map(
      back.map(realOf).map((path) => [path, stateOf(path)]),
    );
  }

  /** Whether a file is as a run made it. */
  has(path: string): boolean {
    return this.#only.has(path) || this.#left.get(path) === stateOf(path) ||
      path.endsWith(".lock") &&
        this.#left.has(path.slice(0, -".lock".length)) ||
      this.#printed.has(identityOf(() => statSync(path)) ?? "");
  }
}

/** What an open file and its path have in common; undefined for what is not a file. */
function identityOf(stat: () => Stats): string | undefined {
  try {
    const stats = stat();
    const { dev, ino } = stats;
    return stats.isFile() && ino !== 0 ? `${dev} ${ino}` : undefined;
  } catch {
    // Closed, gone, or out of reach.
    return undefined;
  }
}

function stateOf(path: string): string {
  try {
    const { size, mtime, ino } = Deno.statSync(path);
    return [size, mtime?.getTime(), ino].join(" ");
  } catch {
    return "";
  }
}
