import type { Bridge } from "../bridge.ts";

/** The timers' globals and what must be done when a script has ended. */
export interface Timers {
  readonly values: Record<string, unknown>;
  /** Ends repeating timers: nothing else would. */
  end(): void;
}

/** Makes timers; what a callback throws goes to `failed`. */
export function createTimers(
  bridge: Bridge,
  failed: (error: unknown) => void,
): Timers {
  const active = new Map<number, "once" | "repeat">();
  let lastId = 0;
  const call = async (run: unknown, args: unknown[]) => {
    try {
      if (typeof run === "function") await run(...args);
    } catch (error) {
      failed(error);
    }
  };
  const start = (kind: "once" | "repeat") =>
  (
    run: unknown,
    time: unknown = 0,
    ...args: unknown[]
  ): number => {
    const id = ++lastId;
    active.set(id, kind);
    const wait = async () => {
      await bridge.wait("sleep", Math.max(0, Number(time) || 0));
      if (!active.has(id)) return;
      if (kind === "once") active.delete(id);
      await call(run, args);
      if (active.has(id)) await wait();
    };
    wait();
    return id;
  };
  const stop = (id: number) => {
    active.delete(id);
  };
  return {
    values: {
      setTimeout: start("once"),
      setInterval: start("repeat"),
      setImmediate: (run: unknown, ...args: unknown[]) =>
        start("once")(run, 0, ...args),
      clearTimeout: stop,
      clearInterval: stop,
      clearImmediate: stop,
      queueMicrotask: (run: () => unknown) => {
        Promise.resolve().then(() => call(run, []));
      },
    },
    end: () => {
      for (const [id, kind] of active) if (kind === "repeat") stop(id);
    },
  };
}
