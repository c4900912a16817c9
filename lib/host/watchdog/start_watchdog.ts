import { Worker } from "node:worker_threads";
import { personTime } from "../person_time.ts";
import type { Interruption } from "../terminal/interruption.ts";
import { stepCount } from "../../core/plan/iterations.ts";
import type { Counted } from "../../core/run/tally.ts";
import {
  BEAT_EVERY,
  FAILED,
  type FromWatchdog,
  type ToWatchdog,
  type Watchdog,
  type WatchdogData,
} from "./types.ts";

/** A watchdog, and how to let go of it. */
export interface StartedWatchdog extends Watchdog, Disposable {}

// A script may have replaced any of these when they are needed.
const { exit } = Deno;
const { wait, load, store } = Atomics;
/** Milliseconds that the reports of a run that failed may take. */
const MAX_REPORTING = 30_000;
/** The exit code of `brace run` for a failed script. */
const SCRIPT_CODE = 5;

/**
 * Starts a thread that watches this one: Deno cannot stop what a script does
 * that it runs itself, by design (there is no issue). When one has this thread
 * for longer than `limit` milliseconds of the processor's time, the other one
 * writes the reports and ends the process. It hears Ctrl-C and SIGTERM in place of this one, which
 * would be deaf then.
 */
export async function startWatchdog(
  { interruption, ...about }: Omit<WatchdogData, "beat"> & {
    readonly interruption: Interruption;
  },
): Promise<StartedWatchdog> {
  const beat = new Int32Array(
    new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT),
  );
  const data: WatchdogData = { beat, ...about };
  const worker = new Worker(await moduleUrl(), { workerData: data });
  const ready = Promise.withResolvers<void>();
  worker.on("message", (message: FromWatchdog) => {
    if (message === "interrupt") return interruption.interrupt();
    interruption.handOver();
    // The run ends whether or not somebody watches it.
    worker.unref();
    ready.resolve();
  });
  worker.on("error", ready.reject);
  const timer = setInterval(() => Atomics.add(beat, 0, 1), BEAT_EVERY);
  Deno.unrefTimer(timer);
  const deafen = personTime.listen((isAsked) =>
    store(beat, 2, Number(isAsked))
  );
  const tell = (message: ToWatchdog) => worker.postMessage(message);
  let ids = 0;
  return {
    reports: (reports) => tell({ type: "reports", reports }),
    collected(group, event) {
      if (event.type !== "request-end") {
        return tell({ type: "collected", group, event });
      }
      const { earlier = [], ...plain } = event;
      for (const messages of earlier) {
        tell({ type: "earlier", group, messages });
      }
      tell({ type: "collected", group, event: plain });
    },
    event(event) {
      if (event.type === "run-start") {
        const { plan } = event;
        const paths = plan.steps.map(({ item }) => item.path);
        tell({ type: "run-start", plan: { total: stepCount(plan), paths } });
      } else if (event.type === "request-start") {
        const { index, iteration, stage, item } = event.step;
        const { name, path, type, tags, at: { file } } = item;
        const of = { index, iteration, name, path, file, type, tags };
        const startedAt = Date.now();
        const request = { ...of, ...stage && { stage }, startedAt };
        tell({ type: "request-start", request });
      } else if (event.type === "request-end") {
        const { step, status, tests, assertions, flaky, slow } = event.result;
        const statusOf = ({ status }: Counted["tests"][number]) => ({ status });
        const counted = {
          status,
          tests: tests.map(statusOf),
          assertions: assertions.map(statusOf),
          ...flaky && { flaky: true },
          ...slow && { slow },
        };
        tell({ type: "request-end", index: step.index, counted });
      }
    },
    async watch(code, { info }, work) {
      await ready.promise;
      const id = ids++;
      const { requestPath: path, iterationIndex: iteration } = info;
      const { phase, at } = code;
      const known = phase === undefined
        ? { text: code.text, at }
        : { phase, at };
      tell({ type: "begin", running: { id, code: known, path, iteration } });
      try {
        return await work();
      } finally {
        tell({ type: "end", id });
      }
    },
    failed(error) {
      const { message } = error instanceof Error
        ? error
        : { message: `${error}` };
      tell({ type: "failed", message });
      wait(beat, 1, 0, MAX_REPORTING);
      if (load(beat, 1) === FAILED.reported) exit(SCRIPT_CODE);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      deafen();
      worker.terminate();
    },
  };
}

/** Node's worker in Deno takes no module of a registry (denoland/deno#31612), but one that imports it; a web worker cannot be let go of. */
async function moduleUrl(): Promise<URL> {
  const { THREAD } = await import("./watchdog_thread.ts");
  const url = new URL(THREAD);
  return url.protocol === "file:"
    ? url
    : new URL(`data:text/javascript,import ${JSON.stringify(url.href)}`);
}
