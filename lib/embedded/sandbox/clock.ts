import type { Bridge } from "../../core/script/border/bridge.ts";

const NativeDate = Date;

/** Makes `Date` follow the run's clock. */
export function followClock(bridge: Bridge): void {
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
