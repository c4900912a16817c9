import type { MemoryImage } from "./memory_image.ts";

/** An instance's memory after start-up, as the build keeps it: starting from it saves most of the start. */
export interface Snapshot {
  /** What the static data add up to where the snapshot fits: before the script's side is installed. */
  readonly base: number;
  readonly image: MemoryImage;
  /** Addresses of the functions that the script's side offers. */
  readonly entries: Readonly<Record<string, number>>;
  /** The modules that are loaded in it. */
  readonly modules: readonly string[];
}

/** Parts of a memory, as text. */
export type StoredParts = readonly {
  readonly offset: number;
  readonly bytes: string;
}[];

/** A snapshot as text, but for the parts that are in a second file. */
export interface StoredSnapshot extends Omit<Snapshot, "image"> {
  readonly parts: StoredParts;
}

let snapshot: Promise<Snapshot> | undefined;

/** Loads the snapshot that the build has made (`.ci/sandbox/snapshot.ts`), once a process: nobody changes it. */
export function loadSnapshot(): Promise<Snapshot> {
  return snapshot ??= readSnapshot();
}

async function readSnapshot(): Promise<Snapshot> {
  const [{ default: first }, { default: second }] = await Promise.all([
    import("./modules/generated/snapshot.js"),
    import("./modules/generated/snapshot_rest.js"),
  ]);
  const { parts, ...rest }: StoredSnapshot = first;
  const image: MemoryImage = {
    parts: [...parts, ...second].map(({ offset, bytes }) =>
      [offset, Uint8Array.fromBase64(bytes)] as const
    ),
  };
  return { ...rest, image };
}
