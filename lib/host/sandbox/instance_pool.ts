import { Instance } from "./instance.ts";
import { KnownCodes } from "./known_code.ts";
import type { Limits } from "./limited_quickjs.ts";

/** Unused memory above which an instance is thrown away after a script, in bytes. */
const MAX_WASTE = 32 * 1024 * 1024;
/** Instances that stay for the next run; a run with more jobs starts others. */
const MAX_KEPT = 4;

/** The sandboxes that the runs of one opened collection share; there is none before the first script. */
export interface SharedSandboxes {
  pool?: InstancePool;
}

/**
 * Instances that no script uses, by their limits. Each script finds its
 * instance as it was at the start, so several runs may share a pool.
 */
export class InstancePool {
  /** What is known of the scripts' texts. */
  readonly codes = new KnownCodes();
  readonly #idle = new Map<string, Instance[]>();

  /** Gives an instance to one script. */
  async take(limits: Limits): Promise<Instance> {
    return this.#idle.get(keyOf(limits))?.pop() ??
      await Instance.start(limits);
  }

  /** Takes an instance back after its script, unless it is broken or too large. */
  give(instance: Instance, limits: Limits): void {
    if (instance.broken || instance.waste > MAX_WASTE) return;
    const key = keyOf(limits);
    const idle = this.#idle.get(key);
    if (idle) idle.push(instance);
    else this.#idle.set(key, [instance]);
  }

  /** Drops the instances that a run with many jobs started. */
  trim(): void {
    for (const idle of this.#idle.values()) {
      idle.length = Math.min(idle.length, MAX_KEPT);
    }
  }

  /** Drops all instances. */
  clear(): void {
    this.#idle.clear();
  }
}

function keyOf({ time, memory }: Limits): string {
  return `${time} ${memory}`;
}
