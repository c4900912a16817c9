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

/** A snapshot as text. */
export interface StoredSnapshot extends Omit<Snapshot, "image"> {
  readonly parts: readonly {
    readonly offset: number;
    readonly bytes: string;
  }[];
}

/** Loads the snapshot that the build has made. */
export async function loadSnapshot(): Promise<Snapshot> {
  const { default: stored } = await import("./modules/generated/snapshot.js");
  const { parts, ...rest }: StoredSnapshot = stored;
  const image: MemoryImage = {
    parts: parts.map(({ offset, bytes }) =>
      [offset, Uint8Array.fromBase64(bytes)] as const
    ),
  };
  return { ...rest, image };
}

/** Makes a snapshot a text. Nothing is compressed: unpacking takes longer than reading. */
export function storeSnapshot({ image, ...rest }: Snapshot): StoredSnapshot {
  return {
    ...rest,
    parts: image.parts.map(([offset, bytes]) => ({
      offset,
      bytes: bytes.toBase64(),
    })),
  };
}
