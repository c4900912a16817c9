import {
  type Bridge,
  SKIPPED,
  type Thrown,
} from "../../core/script/border/bridge.ts";
import { describeThrown } from "./thrown.ts";

/** `test` and what is still running of it. */
export interface TestApi {
  readonly test: (name: unknown, run?: () => unknown) => Promise<void>;
  /** Tells of a test that is not to run. */
  readonly skip: (name: unknown) => void;
  /** How many tests have not ended yet. */
  running(): number;
  /** Settles when every test called so far has ended. */
  settled(): Promise<void>;
  /** Fails the tests that never end. */
  abandon(): void;
  /** Counts from the first test again. */
  reset(): void;
}

/** Scripts may replace the global one. */
const NativeError = Error;
const { getPrototypeOf } = Object;
/** What generators inherit from, those of asynchronous functions too. */
const GENERATORS = [function* () {}, async function* () {}].map((it) =>
  getPrototypeOf(it.prototype)
);

interface RunningTest {
  readonly index: number;
  readonly name: string;
  /** Where it was called. */
  readonly stack: string | undefined;
  ending: Promise<void>;
}

/** Makes `test(name, fn)`; each result goes to Brace as soon as it is known. */
export function createTest(bridge: Bridge): TestApi {
  let count = 0;
  const running = new Set<RunningTest>();
  const ended = Promise.resolve();
  const report = (
    index: number,
    name: string,
    error?: Thrown | typeof SKIPPED,
  ) =>
    error === undefined
      ? bridge.call("test", index, name)
      : bridge.call("test", index, name, error);
  const test = (name: unknown, run?: () => unknown): Promise<void> => {
    const index = count++;
    const title = `${name}`;
    let result: unknown;
    try {
      if (typeof run !== "function") {
        throw new TypeError(`The test "${title}" has no function`);
      }
      result = run();
      if (isGenerator(result)) {
        throw new TypeError(
          `The test "${title}" gives a generator, of which nothing runs; write a function or an async function`,
        );
      }
    } catch (error) {
      report(index, title, describeThrown(error, new NativeError().stack));
      return ended;
    }
    if (!isThenable(result)) {
      report(index, title);
      return ended;
    }
    const { stack } = new NativeError();
    const it: RunningTest = { index, name: title, stack, ending: ended };
    running.add(it);
    const over = (error?: Thrown) => {
      running.delete(it);
      report(index, title, error);
    };
    it.ending = Promise.resolve(result).then(
      () => over(),
      (error) => over(describeThrown(error, stack)),
    );
    return it.ending;
  };
  const skip = (name: unknown) => report(count++, `${name}`, SKIPPED);
  const settled = async () => {
    for (const { ending } of running) await ending;
  };
  const abandon = () => {
    for (const { index, name, stack } of running) {
      const message = "it waits for a promise that nothing settles";
      report(index, name, { name: "Error", message, stack: stack ?? "" });
    }
  };
  const reset = () => {
    count = 0;
    running.clear();
  };
  return { test, skip, running: () => running.size, settled, abandon, reset };
}

function isGenerator(value: unknown): boolean {
  for (let it = value; typeof it === "object" && it !== null;) {
    it = getPrototypeOf(it);
    if (GENERATORS.includes(it)) return true;
  }
  return false;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value &&
    typeof value.then === "function";
}
