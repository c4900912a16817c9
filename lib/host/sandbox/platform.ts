import type { Platform } from "../../script/dispatch.ts";

/** Makes the timers and digests of one script's run; `dispose` ends its timers. */
export function createPlatform(): Platform & { dispose(): void } {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  return {
    sleep: (time) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          resolve();
        }, time);
        timers.add(timer);
      }),
    digest: async (algorithm, bytes) =>
      new Uint8Array(
        await crypto.subtle.digest(algorithm, new Uint8Array(bytes)),
      ),
    hmac: async (algorithm, key, bytes) => {
      const secret = await crypto.subtle.importKey(
        "raw",
        new Uint8Array(key),
        { name: "HMAC", hash: algorithm },
        false,
        ["sign"],
      );
      return new Uint8Array(
        await crypto.subtle.sign("HMAC", secret, new Uint8Array(bytes)),
      );
    },
    dispose: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
