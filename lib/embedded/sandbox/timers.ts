import type { Bridge } from "../../core/script/border/bridge.ts";

/** The timers' globals and what must be done when a script has ended. */
export interface Timers {
  readonly values: Record<string, unknown>;
  /** The script has ended: repeating timers end with the last of the others. */
  end(): void;
  /** Forgets what the last script left. */
  reset(): void;
}

/** Where node's `util.promisify` finds what a function's promise is. */
export const PROMISED = Symbol.for("nodejs.util.promisify.custom");

/** Timers that run at once. */
const MAX_TIMERS = 1_000;

/** Makes timers; what a callback throws goes to `failed`. */
export function createTimers(
  bridge: Bridge,
  failed: (error: unknown) => void,
): Timers {
  const active = new Map<number, "once" | "repeat">();
  let lastId = 0;
  let ended = false;
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
    if (active.size >= MAX_TIMERS) {
      const error = new RangeError(
        `Cannot start the timer: more than ${MAX_TIMERS} would run at once`,
      );
      // Also where the script catches it: what a timer was to do is lost.
      failed(error);
      throw error;
    }
    const id = ++lastId;
    active.set(id, kind);
    const wait = async () => {
      try {
        await bridge.wait("sleep", Math.max(0, Number(time) || 0), id);
      } catch (error) {
        active.delete(id);
        failed(error);
      }
      if (!active.has(id)) return;
      await call(run, args);
      if (kind === "once") stop(id);
      else if (ended) endRepeating();
      if (active.has(id)) await wait();
    };
    wait();
    return id;
  };
  const stop = (id: number) => {
    // Woken, so that the script does not wait for a timer that was cleared.
    if (active.delete(id)) bridge.call("wake", id);
    if (ended) endRepeating();
  };
  /** Nothing else would end them. */
  const endRepeating = () => {
    if ([...active.values()].includes("once")) return;
    for (const id of [...active.keys()]) {
      active.delete(id);
      bridge.call("wake", id);
    }
  };
  const setTimeout = start("once");
  const setImmediate = (run: unknown, ...args: unknown[]) =>
    setTimeout(run, 0, ...args);
  return {
    values: {
      setTimeout: Object.assign(setTimeout, {
        [PROMISED]: (time: unknown, value: unknown) =>
          new Promise((resolve) => setTimeout(resolve, time, value)),
      }),
      setInterval: start("repeat"),
      setImmediate: Object.assign(setImmediate, {
        [PROMISED]: (value: unknown) =>
          new Promise((resolve) => setImmediate(resolve, value)),
      }),
      clearTimeout: stop,
      clearInterval: stop,
      clearImmediate: stop,
      queueMicrotask: (run: () => unknown) => {
        Promise.resolve().then(() => call(run, []));
      },
    },
    end: () => {
      ended = true;
      endRepeating();
    },
    reset: () => {
      active.clear();
      ended = false;
    },
  };
}
