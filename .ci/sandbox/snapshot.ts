import { Instance } from "../../lib/host/sandbox/instance.ts";
import type { StoredSnapshot } from "../../lib/host/sandbox/instance.ts";

/**
 * The state of a sandbox after start-up, chai included: most tests want it. It
 * is kept in two files of less than 1 MiB. Nothing is compressed: unpacking
 * takes longer than reading.
 */
export async function snapshot(): Promise<
  { first: StoredSnapshot; rest: string }
> {
  const instance = await startInstance();
  const { default: chai } = await import(
    "../../lib/host/sandbox/modules/generated/chai.ts"
  );
  instance.addModules(new Map([["chai", chai]]));
  const { image, ...rest } = instance.snapshot;
  const { parts } = image;
  const all = new Uint8Array(parts.reduce((n, [, it]) => n + it.length, 0));
  let written = 0;
  for (const [, bytes] of parts) {
    all.set(bytes, written);
    written += bytes.length;
  }
  const half = Math.ceil(all.length / 2);
  return {
    first: {
      ...rest,
      parts: parts.flatMap(([offset, bytes]) => [offset, bytes.length]),
      bytes: all.subarray(0, half).toBase64(),
    },
    rest: all.subarray(half).toBase64(),
  };
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
