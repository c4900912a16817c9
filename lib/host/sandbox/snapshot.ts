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
  readonly parts: readonly (readonly [offset: number, length: number])[];
  /** The parts' bytes: deflated, in base64. */
  readonly bytes: string;
}

/** Loads the snapshot that the build has made. */
export async function loadSnapshot(): Promise<Snapshot> {
  const { default: stored } = await import("./modules/generated/snapshot.ts");
  return await unpackSnapshot(stored);
}

/** Makes a snapshot a text. */
export async function packSnapshot(
  { image, ...rest }: Snapshot,
): Promise<StoredSnapshot> {
  const blob = new Blob(
    image.parts.map(([, bytes]) => bytes as Uint8Array<ArrayBuffer>),
  );
  const bytes = await through(blob, new CompressionStream("deflate-raw"));
  return {
    ...rest,
    parts: image.parts.map(([offset, { length }]) => [offset, length]),
    bytes: bytes.toBase64(),
  };
}

async function unpackSnapshot(
  { parts, bytes, ...rest }: StoredSnapshot,
): Promise<Snapshot> {
  const all = await through(
    new Blob([Uint8Array.fromBase64(bytes)]),
    new DecompressionStream("deflate-raw"),
  );
  let at = 0;
  const image: MemoryImage = {
    parts: parts.map(([offset, length]) => {
      const from = at;
      at += length;
      return [offset, all.subarray(from, at)] as const;
    }),
  };
  return { ...rest, image };
}

async function through(
  blob: Blob,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return await new Response(blob.stream().pipeThrough(transform)).bytes();
}
