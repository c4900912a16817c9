import type { UndefinedMode } from "../../core/scope/undefined_mode.ts";
import type { Shard } from "../../core/plan/types.ts";
import type { Value } from "../../core/scope/value/value.ts";
import type { ReporterOption } from "../reports/reporter_option.ts";

/**
 * What is to be run and how, as data: the command line and programs fill it in,
 * and a run reads nothing else. {@linkcode RUN_DEFAULTS} holds what applies where
 * nothing is given.
 */
export interface RunOptions {
  /** Collections, folders or request files, as given; empty: the current folder. */
  readonly paths: readonly string[];
  /** `--env NAME`, in order: the values of later ones win. */
  readonly env: readonly string[];
  /** `--env-file FILE`, in order: environments over those. */
  readonly envFiles: readonly string[];
  /** `--secrets-file FILE`: values of variables that are secret. */
  readonly secretsFile?: string;
  /** `--global-env FILE`: the global scope's variables. */
  readonly globalEnv?: string;
  /** `--var name=value`, in order: first values in the runtime scope. */
  readonly vars: readonly (readonly [name: string, value: Value])[];
  /** `--env-var name=value`, in order: replace values of the environment. */
  readonly envVars: readonly (readonly [name: string, value: Value])[];
  /** `--bail`: ends the run after the first request that does not pass. */
  readonly bail: boolean;
  /** `--timeout MS`: milliseconds for one request at most; 0 is no limit; absent: 30 s where its files say nothing. */
  readonly timeout?: number;
  /** `--connect-timeout MS`: milliseconds to connect; absent: no limit of its own. */
  readonly connectTimeout?: number;
  /** `--idle-timeout MS`: milliseconds without a byte; absent: no limit. */
  readonly idleTimeout?: number;
  /** `--insecure` (`true`) or `--insecure=HOST,…`: certificates are not checked. */
  readonly insecure: boolean | readonly string[];
  /** `--allow-net` (`true`) or `--allow-net=HOST,…` in Deno's syntax, besides the declared hosts. */
  readonly allowNet: true | readonly string[];
  /** `--deny-net=HOST,…` in Deno's syntax. */
  readonly denyNet: readonly string[];
  /** `--allow-env` (`true`) or `--allow-env=NAME,…`. */
  readonly allowEnv: true | readonly string[];
  /** `--allow-read=PATH,…`: files outside the collection that bodies may read. */
  readonly allowRead: readonly string[];
  readonly reporters: readonly ReporterOption[];
  /** `--undefined`: what an unresolvable placeholder does. */
  readonly undefined: UndefinedMode;
  /** `--seed TEXT`: makes generators and `Math.random` repeatable. */
  readonly seed?: string;
  /** `--now DATE`: the clock of generators and scripts; milliseconds since the epoch. */
  readonly now?: number;
  /** `--prompt "TEXT=value"`: answers by prompt text. */
  readonly prompts: ReadonlyMap<string, string>;
  /** `--no-cookies`: no cookie jar. */
  readonly noCookies: boolean;
  /** `--cookie-jar FILE`: loaded before the run and saved after it. */
  readonly cookieJar?: string;
  /** `--data FILE`: CSV, NDJSON, JSON or YAML, one iteration a row. */
  readonly data?: string;
  /** `--iterations N` without data: how often the plan runs. */
  readonly iterations: number;
  /** `--jobs N`: how many groups run side by side; `auto` is the number of cores. */
  readonly jobs: number | "auto";
  /** `--shard K/N`: only the groups of one of N parts. */
  readonly shard?: Shard;
  /** `--reruns N`: how often a group in which something failed runs again, at the end. */
  readonly reruns: number;
  /** `--slow MS`: milliseconds above which a request is marked slow; absent: none is. */
  readonly slow?: number;
  /** `--fail-on-flaky`: what passes only when it runs again fails the run. */
  readonly failOnFlaky: boolean;
  /** `--delay MS` between requests, in milliseconds. */
  readonly delay: number;
  /** `--tags a,b`: only requests that have one of them (their own or a folder's). */
  readonly tags: readonly string[];
  /** `--exclude-tags a,b`: no request that has one of them. */
  readonly excludeTags: readonly string[];
  /** `--failed-in FILE`: only what did not pass in the run of this JSON report. */
  readonly failedIn?: string;
  /** `--with-needed`: also the requests whose scripts set what the selected ones use. */
  readonly withNeeded: boolean;
  /** `--rows A-B`: only these rows of the data, from 1. */
  readonly rows?: readonly [first: number, last: number];
  /** `--allow-empty`: a run in which nothing was executed passes. */
  readonly allowEmpty: boolean;
  /** `--script-timeout MS`: milliseconds of running time for one script. */
  readonly scriptTimeout: number;
  /** `--script-memory MB`, in MiB. */
  readonly scriptMemory: number;
  /** `--trust-scripts`: scripts run in Deno itself. */
  readonly trustScripts: boolean;
  /** `--save-env`: writes changed environment variables back to their file. */
  readonly saveEnv: boolean;
  /** `--retry N`: how often a request is sent again after a network error, 429, 502, 503 or 504. */
  readonly retry: number;
  /** `--retry-delay MS`: first pause between two attempts, in milliseconds; it doubles. */
  readonly retryDelay: number;
  /** `--retry-all`: retries methods that are not idempotent too. */
  readonly retryAll: boolean;
  /** `--max-response-size MB`, in MiB; a longer body is cut and marked. */
  readonly maxResponseSize: number;
  /** `--ca FILE`: certificates to trust besides the system's. */
  readonly ca: readonly string[];
  /** `--proxy URL`; absent: the environment's. */
  readonly proxy?: string;
  /** `--no-proxy`: no proxy, whatever the environment says. */
  readonly noProxy: boolean;
  /** `--http2` */
  readonly http2: boolean;
}

/** Whether groups of requests run apart from each other, whatever the machine. */
export function isApart(
  { jobs, shard }: Pick<RunOptions, "jobs" | "shard">,
): boolean {
  return jobs !== 1 || shard !== undefined;
}

/** What applies where nothing is said. */
export const RUN_DEFAULTS: RunOptions = {
  paths: [],
  env: [],
  envFiles: [],
  vars: [],
  envVars: [],
  bail: false,
  insecure: false,
  allowNet: [],
  denyNet: [],
  allowEnv: [],
  allowRead: [],
  reporters: [],
  undefined: "error",
  prompts: new Map(),
  noCookies: false,
  iterations: 1,
  jobs: 1,
  reruns: 0,
  failOnFlaky: false,
  delay: 0,
  tags: [],
  excludeTags: [],
  withNeeded: false,
  allowEmpty: false,
  scriptTimeout: 5_000,
  scriptMemory: 64,
  trustScripts: false,
  saveEnv: false,
  retry: 0,
  retryDelay: 1_000,
  retryAll: false,
  maxResponseSize: 100,
  ca: [],
  noProxy: false,
  http2: false,
};
