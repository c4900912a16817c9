import type { Bridge } from "../bridge.ts";
import { describeThrown } from "./thrown.ts";

/** `test` and what is still running of it. */
export interface TestApi {
  readonly test: (name: unknown, run?: () => unknown) => Promise<void>;
  /** Settles when every test called so far has ended. */
  settled(): Promise<void>;
}

/** Makes `test(name, fn)`; each result goes to Brace as soon as it is known. */
export function createTest(bridge: Bridge): TestApi {
  let count = 0;
  const running: Promise<void>[] = [];
  const report = (index: number, name: string, thrown?: { error: unknown }) =>
    bridge.call("test", {
      index,
      name,
      error: thrown === undefined ? undefined : describeThrown(thrown.error),
    });
  const test = (name: unknown, run?: () => unknown): Promise<void> => {
    const index = count++;
    const title = `${name}`;
    let result: unknown;
    try {
      if (typeof run !== "function") {
        throw new TypeError(`The test "${title}" has no function`);
      }
      result = run();
    } catch (error) {
      report(index, title, { error });
      return Promise.resolve();
    }
    if (!isThenable(result)) {
      report(index, title);
      return Promise.resolve();
    }
    const ended = Promise.resolve(result).then(
      () => report(index, title),
      (error) => report(index, title, { error }),
    );
    running.push(ended);
    return ended;
  };
  const settled = async () => {
    while (running.length > 0) await running.shift();
  };
  return { test, settled };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value &&
    typeof value.then === "function";
}
