import { Instance } from "../../lib/host/sandbox/instance.ts";
import type {
  StoredParts,
  StoredSnapshot,
} from "../../lib/host/sandbox/instance.ts";

/**
 * The state of a sandbox after start-up, chai included: most tests want it. It
 * is kept in two files of less than 1 MiB. Nothing is compressed: unpacking
 * takes longer than reading.
 */
export async function snapshot(): Promise<
  { first: StoredSnapshot; rest: StoredParts }
> {
  const instance = await startInstance();
  const { default: chai } = await import(
    "../../lib/host/sandbox/modules/generated/chai.ts"
  );
  instance.addModules(new Map([["chai", chai]]));
  const { image, ...rest } = instance.snapshot;
  const size = image.parts.reduce((n, [, bytes]) => n + bytes.length, 0);
  const first: StoredParts[number][] = [];
  const second: StoredParts[number][] = [];
  let room = Math.ceil(size / 2);
  for (const [offset, bytes] of image.parts) {
    const split = Math.min(room, bytes.length);
    if (split > 0) {
      first.push({ offset, bytes: bytes.subarray(0, split).toBase64() });
    }
    if (split < bytes.length) {
      const behind = bytes.subarray(split);
      second.push({ offset: offset + split, bytes: behind.toBase64() });
    }
    room -= split;
  }
  return { first: { ...rest, parts: first }, rest: second };
}

/**
 * Starts an instance at the same moment of the same day: QuickJS seeds its own
 * Math.random, which scripts never see, with the time.
 */
async function startInstance(): Promise<Instance> {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return await Instance.startAnew({
      time: Infinity,
      memory: 64 * 1024 * 1024,
    });
  } finally {
    Date.now = now;
  }
}
