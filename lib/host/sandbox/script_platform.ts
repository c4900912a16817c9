import { MAX_TIMER } from "../sleep.ts";
import type { Platform } from "../../core/script/border/dispatch.ts";

type Crypto = typeof import("node:crypto");

/** The timers and the cryptography of one script's run; disposing it ends its timers. */
export class ScriptPlatform implements Platform, Disposable {
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #wakers = new Map<number, () => void>();

  constructor(readonly memory: number) {}

  sleep(time: number, id?: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#timers.delete(timer);
        if (id !== undefined) this.#wakers.delete(id);
        resolve();
      };
      const timer = setTimeout(end, Math.min(time, MAX_TIMER));
      this.#timers.add(timer);
      if (id !== undefined) this.#wakers.set(id, end);
    });
  }

  wake(id: number): void {
    this.#wakers.get(id)?.();
  }

  hash(...[algorithm, bytes]: Parameters<Platform["hash"]>): Uint8Array {
    return plain(
      nodeCrypto().createHash(hashName(algorithm)).update(bytes).digest(),
    );
  }

  hmac(...[algorithm, key, bytes]: Parameters<Platform["hmac"]>): Uint8Array {
    return plain(
      nodeCrypto().createHmac(hashName(algorithm), key).update(bytes).digest(),
    );
  }

  keyInfo(
    ...[pem, type]: Parameters<Platform["keyInfo"]>
  ): ReturnType<Platform["keyInfo"]> {
    const { createPrivateKey, createPublicKey } = nodeCrypto();
    const key = type === "private"
      ? createPrivateKey(pem)
      : createPublicKey(pem);
    const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
    return {
      type: key.asymmetricKeyType ?? "",
      details: { modulusLength, namedCurve },
    };
  }

  sign(
    ...[algorithm, bytes, key, options]: Parameters<Platform["sign"]>
  ): Uint8Array {
    return plain(
      nodeCrypto().sign(hashName(algorithm), bytes, { key, ...options }),
    );
  }

  verify(
    ...[algorithm, bytes, key, options]: Parameters<Platform["verify"]>
  ): boolean {
    const { signature, ...how } = options;
    return nodeCrypto().verify(
      hashName(algorithm),
      bytes,
      { key, ...how },
      signature,
    );
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
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
