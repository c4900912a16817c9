import { PROMISED } from "../../../embedded/sandbox/timers.ts";

type Kind = "once" | "repeat";
type Handle = ReturnType<typeof setTimeout>;

/** The timers' globals for a script that runs in Deno itself, and what becomes of them. */
export interface TrackedTimers {
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether a callback is still to be called that keeps a script from ending. */
  isBusy(): boolean;
  /** Ends what is left. */
  dispose(): void;
}

/**
 * Makes timers that a script's end waits for, as it does in the sandbox: they
 * are Node's own, with Node's handles. What a callback throws goes to `failed`;
 * `changed` hears when a timer has ended.
 */
export function trackTimers(
  failed: (error: unknown) => void,
  changed: () => void,
): TrackedTimers {
  const active = new Map<Handle, Kind>();
  const start = (native: typeof setTimeout, kind: Kind) =>
  (
    run: (...args: unknown[]) => unknown,
    ...[time, ...args]: [time?: number, ...args: unknown[]]
  ): Handle => {
    // Anything else is Node's to refuse.
    if (typeof run !== "function") return native(run, time);
    const handle = native(async () => {
      try {
        await run(...args);
      } catch (error) {
        failed(error);
      }
      if (kind === "once") end(handle);
    }, time);
    active.set(handle, kind);
    return handle;
  };
  const end = (handle: Handle) => {
    active.delete(handle);
    changed();
  };
  const clear = (handle: Handle | undefined) => {
    clearTimeout(handle);
    // A handle may be given as its number.
    for (const it of active.keys()) {
      if (it === handle || Number(it) === Number(handle)) end(it);
    }
  };
  const once = start(setTimeout, "once");
  const immediate = (
    run: (...args: unknown[]) => unknown,
    ...args: unknown[]
  ) => once(run, 0, ...args);
  return {
    values: {
      setTimeout: Object.assign(once, {
        [PROMISED]: (time: number, value: unknown) =>
          new Promise((resolve) => once(resolve, time, value)),
      }),
      setInterval: start(setInterval as typeof setTimeout, "repeat"),
      setImmediate: Object.assign(immediate, {
        [PROMISED]: (value: unknown) =>
          new Promise((resolve) => immediate(resolve, value)),
      }),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    },
    isBusy: () =>
      active.entries().some(([handle, kind]) =>
        kind === "once" && keepsRunning(handle)
      ),
    dispose: () => {
      for (const handle of active.keys()) clearTimeout(handle);
      active.clear();
    },
  };
}

/** Node's handles say whether they keep a process running. */
function keepsRunning(handle: unknown): boolean {
  return (handle as { hasRef?(): boolean }).hasRef?.() ?? true;
}
