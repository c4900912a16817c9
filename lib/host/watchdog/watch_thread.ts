import { parentPort, workerData } from "node:worker_threads";
import process from "node:process";
import { exceededLimit, standsStill } from "../script_limit.ts";
import { INTERRUPTING } from "../terminal/interruption.ts";
import { Tally } from "../../core/run/tally.ts";
import type { FollowedReports } from "./followed_reports.ts";
import {
  BEAT_EVERY,
  FAILED,
  type FromWatchdog,
  type RunningCode,
  type RunningRequest,
  type ToWatchdog,
  type WatchdogData,
  type WatchedPlan,
} from "./types.ts";

// What the thread does that watches the one of a run: see start_watchdog.ts.

/** Milliseconds that a script may have the thread once the run is interrupted. */
const PATIENCE = 1_000;
/** Milliseconds after which a process that does not end is killed. */
const LAST_RESORT = 500;
/** Milliseconds that saying what happened may take. */
const MAX_REPORTING = 30_000;

const { beat, limit, origins, console } = workerData as WatchdogData;
const requests = new Map<number, RunningRequest>();
const running = new Map<number, RunningCode>();
/** The code that ran last. */
let last: RunningCode | undefined;
const tally = new Tally();
/** The places in the plan of the requests that began. */
const begun = new Set<number>();
let startedAt = Date.now();
let plan: WatchedPlan = { total: 0, paths: [] };
/** Messages are taken one after the other, also those that load something. */
let taken: Promise<void> = Promise.resolve();
let reports: FollowedReports | undefined;
let interrupted = false;
let seen = Atomics.load(beat, 0);
/** The last sign of life. */
let alive = moment();
/** The same, or when the process came back from where it stood still as a whole. */
let awake = alive;
let looked = alive;

for (const signal of INTERRUPTING) Deno.addSignalListener(signal, interrupt);
parentPort!.on("message", (message: ToWatchdog) => {
  if (message.type === "begin") {
    last = message.running;
    running.set(last.id, last);
  } else if (message.type === "end") {
    // An interrupted script is not waited for, but may come back from what it awaits.
    if (!interrupted) running.delete(message.id);
  } else if (message.type === "run-start") {
    plan = message.plan;
    startedAt = Date.now();
  } else if (message.type === "request-start") {
    begun.add(message.request.index);
    requests.set(message.request.index, message.request);
  } else if (message.type === "request-end") {
    begun.add(message.index);
    requests.delete(message.index);
    tally.add(message.counted);
  } else if (message.type === "failed") failed(message.message);
  else taken = taken.then(() => takeReports(message));
});
const watching = setInterval(watch, BEAT_EVERY);
// What a registry has may come by a connection that the other thread serves:
// later that one is stuck. (No upstream issue is known.)
if (!import.meta.url.startsWith("file:")) {
  await Promise.all([
    import("./followed_reports.ts"),
    import("./report_hanging.ts"),
  ]);
}
tell("ready");

async function takeReports(
  message: Extract<
    ToWatchdog,
    { type: "reports" | "collected" | "earlier" }
  >,
): Promise<void> {
  if (message.type === "earlier") {
    return reports?.addEarlier(message.group, message.messages);
  }
  if (message.type === "collected") {
    return reports?.add(message.group, message.event);
  }
  const { FollowedReports } = await import("./followed_reports.ts");
  reports = new FollowedReports(message.reports);
}

/** The second signal ends the process, as if nobody listened. */
function interrupt(): void {
  interrupted = true;
  deafen();
  tell("interrupt");
}

function deafen(): void {
  for (const signal of INTERRUPTING) {
    Deno.removeSignalListener(signal, interrupt);
  }
}

function tell(message: FromWatchdog): void {
  parentPort!.postMessage(message);
}

/** A point in time, by the clock and by what the process has used of the processor, in milliseconds. */
interface Moment {
  readonly clock: number;
  readonly used: number;
}

function moment(): Moment {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), used: (user + system) / 1_000 };
}

/** Looks whether the other thread lives. */
function watch(): void {
  const now = moment();
  // A lid was closed, or a shell stopped it.
  const slept = now.clock - looked.clock > 10 * BEAT_EVERY;
  looked = now;
  const current = Atomics.load(beat, 0);
  const isAsked = Atomics.load(beat, 2) === 1 && !interrupted;
  if (current !== seen || running.size === 0 || isAsked) {
    seen = current;
    alive = awake = now;
  } else if (slept) awake = now;
  else {
    const exceeded = interrupted ? undefined : exceededAt(now);
    const isOver = interrupted
      ? now.clock - awake.clock > PATIENCE
      : exceeded !== undefined;
    if (!isOver) return;
    clearInterval(watching);
    setTimeout(endProcess, MAX_REPORTING);
    endRun(exceeded === undefined ? {} : { exceeded }).finally(endProcess);
  }
}

/** The limit that a script exceeds, in words. Counts processor time, so that other processes do not use it up. */
function exceededAt({ clock, used }: Moment): string | undefined {
  if (used - alive.used > limit) return exceededLimit(limit, false);
  const held = { passed: clock - awake.clock, used: used - awake.used };
  return standsStill(held, limit) ? exceededLimit(limit, true) : undefined;
}

/** The other thread waits, and ends the process then. */
async function failed(message: string): Promise<void> {
  clearInterval(watching);
  let outcome: number = FAILED.unknown;
  try {
    if (last !== undefined) {
      if (running.size === 0) running.set(last.id, last);
      await endRun({ failed: message });
      outcome = FAILED.reported;
    }
  } finally {
    Atomics.store(beat, 1, outcome);
    Atomics.notify(beat, 1);
  }
}

async function endRun(
  why: { readonly exceeded?: string; readonly failed?: string },
): Promise<void> {
  const { reportHanging } = await import("./report_hanging.ts");
  await taken;
  await reportHanging({
    requests: [...requests.values()],
    running: [...running.values()],
    reports,
    origins,
    interrupted,
    console,
    tally,
    plan,
    begun,
    startedAt,
    ...why,
  });
}

/**
 * `Deno.exit` ends a worker only, and `Deno.kill` wants `--allow-run`, both by
 * design; node's `process.kill` may signal its own process. (There is no issue.)
 */
function endProcess(): void {
  deafen();
  if (Deno.build.os !== "windows") {
    process.kill(Deno.pid, interrupted ? "SIGINT" : "SIGALRM");
  }
  // Windows has no signals, and a script may listen to them.
  setTimeout(
    () => process.kill(Deno.pid, "SIGKILL"),
    Deno.build.os === "windows" ? 0 : LAST_RESORT,
  );
}
