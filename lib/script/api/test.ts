import type { Bridge } from "../bridge.ts";
import { describeThrown } from "./thrown.ts";

/** `test` and what is still running of it. */
export interface TestApi {
  readonly test: (name: unknown, run?: () => unknown) => Promise<void>;
  /** How many tests have not ended yet. */
  running(): number;
  /** Settles when every test called so far has ended. */
  settled(): Promise<void>;
  /** Counts from the first test again. */
  reset(): void;
}

/** Makes `test(name, fn)`; each result goes to Brace as soon as it is known. */
export function createTest(bridge: Bridge): TestApi {
  let count = 0;
  const running: Promise<void>[] = [];
  const ended = Promise.resolve();
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
      return ended;
    }
    if (!isThenable(result)) {
      report(index, title);
      return ended;
    }
    const ending = Promise.resolve(result).then(
      () => report(index, title),
      (error) => report(index, title, { error }),
    );
    running.push(ending);
    return ending;
  };
  const settled = async () => {
    while (running.length > 0) {
      await running[0];
      running.shift();
    }
  };
  const reset = () => {
    count = 0;
    running.length = 0;
  };
  return { test, running: () => running.length, settled, reset };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value &&
    typeof value.then === "function";
}
