import { parentPort, workerData } from "node:worker_threads";
import process from "node:process";
import { INTERRUPTING } from "../terminal/interruption.ts";
import type { FollowedReports } from "./followed_reports.ts";
import {
  BEAT_EVERY,
  type FromWatchdog,
  type RunningCode,
  type RunningRequest,
  type ToWatchdog,
  type WatchdogData,
} from "./types.ts";

// What the thread does that watches the one of a run: see start_watchdog.ts.

/** Milliseconds that a script may have the thread once the run is interrupted. */
const PATIENCE = 1_000;
/** Milliseconds after which a process that does not end is killed. */
const LAST_RESORT = 500;
/** Milliseconds that saying what happened may take. */
const MAX_REPORTING = 30_000;

const { beat, limit } = workerData as WatchdogData;
const requests = new Map<number, RunningRequest>();
const running = new Map<number, RunningCode>();
/** Messages are taken one after the other, also those that load something. */
let taken: Promise<void> = Promise.resolve();
let reports: FollowedReports | undefined;
let interrupted = false;

for (const signal of INTERRUPTING) Deno.addSignalListener(signal, interrupt);
parentPort!.on("message", (message: ToWatchdog) => {
  if (message.type === "begin") {
    running.set(message.running.id, message.running);
  } else if (message.type === "end") {
    // An interrupted script is not waited for, but may come back from what it awaits.
    if (!interrupted) running.delete(message.id);
  } else if (message.type === "request-start") {
    requests.set(message.request.index, message.request);
  } else if (message.type === "request-end") requests.delete(message.index);
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
  message: Extract<ToWatchdog, { type: "reports" | "collected" }>,
): Promise<void> {
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

let seen = Atomics.load(beat, 0);
let since = performance.now();
let last = since;

/** Looks whether the other thread lives. */
function watch(): void {
  const now = performance.now();
  // The whole process stood still: a lid was closed, or a shell stopped it.
  const slept = now - last > 10 * BEAT_EVERY;
  last = now;
  const current = Atomics.load(beat, 0);
  if (current !== seen || running.size === 0 || slept) {
    seen = current;
    since = now;
  } else if (now - since > (interrupted ? PATIENCE : limit)) {
    clearInterval(watching);
    setTimeout(endProcess, MAX_REPORTING);
    endRun().finally(endProcess);
  }
}

async function endRun(): Promise<void> {
  const { reportHanging } = await import("./report_hanging.ts");
  await taken;
  await reportHanging({
    requests: [...requests.values()],
    running: [...running.values()],
    reports,
    limit,
    interrupted,
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
