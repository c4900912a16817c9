import type { Bridge } from "../bridge.ts";

const NativeDate = Date;
// Beyond this the run's clock is not the machine's.
const TOLERANCE = 2000;

/** Makes `Date` follow the run's clock where that is not the machine's. */
export function setClock(bridge: Bridge, now: number): void {
  if (Math.abs(now - NativeDate.now()) < TOLERANCE) return;
  const runNow = () => bridge.call("now");
  function RunDate(...args: unknown[]) {
    if (new.target === undefined) return new NativeDate(runNow()).toString();
    return Reflect.construct(
      NativeDate,
      args.length === 0 ? [runNow()] : args,
      new.target,
    );
  }
  for (const name of ["UTC", "parse", "prototype"] as const) {
    Object.defineProperty(RunDate, name, { value: NativeDate[name] });
  }
  Object.defineProperty(RunDate, "now", { value: runNow });
  Object.defineProperty(globalThis, "Date", {
    value: RunDate,
    writable: true,
    configurable: true,
  });
  NativeDate.prototype.constructor = RunDate;
}
