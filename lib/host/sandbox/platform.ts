import { MAX_TIMER } from "../max_timer.ts";
import type { Platform } from "../../script/border/dispatch.ts";

type Crypto = typeof import("node:crypto");

/** Makes the timers and the cryptography of one script's run; `dispose` ends its timers. */
export function createPlatform(
  memory: number,
): Platform & { dispose(): void } {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const wakers = new Map<number, () => void>();
  return {
    memory,
    sleep: (time, id) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          timers.delete(timer);
          if (id !== undefined) wakers.delete(id);
          resolve();
        };
        const timer = setTimeout(end, Math.min(time, MAX_TIMER));
        timers.add(timer);
        if (id !== undefined) wakers.set(id, end);
      }),
    wake: (id) => wakers.get(id)?.(),
    hash: (algorithm, bytes) =>
      plain(
        nodeCrypto().createHash(hashName(algorithm)).update(bytes).digest(),
      ),
    hmac: (algorithm, key, bytes) =>
      plain(
        nodeCrypto().createHmac(hashName(algorithm), key).update(bytes)
          .digest(),
      ),
    keyInfo: (pem, type) => {
      const { createPrivateKey, createPublicKey } = nodeCrypto();
      const key = type === "private"
        ? createPrivateKey(pem)
        : createPublicKey(pem);
      const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
      return {
        type: key.asymmetricKeyType ?? "",
        details: { modulusLength, namedCurve },
      };
    },
    sign: (algorithm, bytes, key, options) =>
      plain(nodeCrypto().sign(hashName(algorithm), bytes, { key, ...options })),
    verify: (algorithm, bytes, key, { signature, ...options }) =>
      nodeCrypto().verify(
        hashName(algorithm),
        bytes,
        { key, ...options },
        signature,
      ),
    dispose: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Loaded when a script first needs it, in the middle of a synchronous call. */
function nodeCrypto(): Crypto {
  return globalThis.process.getBuiltinModule("node:crypto");
}

/** Node's name of a hash that may be written as the web writes it. */
function hashName(name: string): string {
  return name.toLowerCase().replace(/^sha-(?=\d)/, "sha")
    .replace(/^rsa-/, "");
}

function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
