import { workerData } from "node:worker_threads";

/**
 * The module of the watchdog's thread: where it is, is found by importing it,
 * since a bundler puts it elsewhere and knows of imports only.
 */
export const THREAD = import.meta.url;

if (workerData?.beat instanceof Int32Array) await import("./watch_thread.ts");
