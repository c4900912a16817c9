import type { ReporterOption } from "../reports/reporter_option.ts";
import type { ProgramOptions } from "./options.ts";

/**
 * How a collection is run by a program: the flags of `brace run` in camel case,
 * with the same meaning and the same defaults.
 *
 * `--env` is `environment`, `--var` is `variables` and `--env-var` is
 * `envVariables`. What only a terminal needs (`--verbose`, `--quiet`, `--color`,
 * `--print-hosts`) is not there.
 */
export interface RunCollectionOptions {
  /** Requests and folders to run, by their path inside the collection. Default: all. */
  readonly paths?: readonly string[];
  /** Name of the environment, or names: the values of later ones win. Default: none. */
  readonly environment?: string | readonly string[];
  /** File of an environment, a mapping or a `.env`, or files: their values win over the environment's. */
  readonly envFile?: string | readonly string[];
  /** File with the values of variables that are secret: a mapping or a `.env`. */
  readonly secretsFile?: string;
  /** Environment file that the global scope's variables come from. */
  readonly globalEnv?: string;
  /** First values of the runtime scope: data, never parsed. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Values that replace those of the environment: data, never parsed. */
  readonly envVariables?: Readonly<Record<string, unknown>>;
  /** Values for `{{?TEXT}}`, by the text; nobody is asked for the others. */
  readonly prompt?: Readonly<Record<string, string>>;
  /** What a placeholder does that cannot be resolved. Default `"error"`. */
  readonly undefined?: "error" | "keep" | "empty";
  /** Environment variables that `{{process.env.NAME}}` may read besides those of `.env`; true: all. Default: none. */
  readonly allowEnv?: true | readonly string[];
  /** Makes generators and `Math.random` repeatable. */
  readonly seed?: string;
  /** The clock of generators and scripts. Default: the real one. */
  readonly now?: Date;
  /** Only requests with one of these tags, their own or a folder's. */
  readonly tags?: readonly string[];
  /** No request with one of these tags. */
  readonly excludeTags?: readonly string[];
  /** JSON report of an earlier run: only what did not pass in it. */
  readonly failedIn?: string;
  /** Also the requests whose scripts set what the selected ones use. Default false. */
  readonly withNeeded?: boolean;
  /** URL, a template, or URLs: the run begins when a GET of each is answered, whatever the status. Default: it begins at once. */
  readonly waitFor?: string | readonly string[];
  /** Milliseconds to wait for them, all together. Default 60,000. */
  readonly waitTimeout?: number;
  /** Ends the run after the first request that does not pass. Default false. */
  readonly bail?: boolean;
  /** CSV, NDJSON, JSON or YAML file: everything runs once for each of its rows. */
  readonly data?: string;
  /** The first and the last row of the data to use, counted from 1. Default: all. */
  readonly rows?: readonly [first: number, last: number];
  /** How often everything runs; not with `data`. Default 1. */
  readonly iterations?: number;
  /** How many iterations of a data-driven run, or else top-level folders, run side by side; `"auto"` is the number of cores. Default 1. */
  readonly jobs?: number | "auto";
  /** Only one of so many parts of the run, counted from 1: `[2, 4]`. Default: all. */
  readonly shard?: readonly [index: number, count: number];
  /** How often a group in which something failed runs again, at the end. Default 0. */
  readonly reruns?: number;
  /** Milliseconds above which a request is marked slow. Default: none is. */
  readonly slow?: number;
  /** Whether what passes only when it runs again fails the run. Default false. */
  readonly failOnFlaky?: boolean;
  /** Whether a request that Brace cannot send, such as an MQTT request, fails the run. Default false. */
  readonly failOnSkipped?: boolean;
  /** Milliseconds between two requests. Default 0. */
  readonly delay?: number;
  /** Whether a run passes that has nothing to run. Default false. */
  readonly allowEmpty?: boolean;
  /** Writes changed environment variables back to their file. Default false. */
  readonly saveEnv?: boolean;
  /** Milliseconds for one request at most; 0 is no limit. Default: what its file says, or 30,000. */
  readonly timeout?: number;
  /** Milliseconds to connect. Default: no limit of its own. */
  readonly connectTimeout?: number;
  /** Milliseconds without a byte from the server. Default: no limit. */
  readonly idleTimeout?: number;
  /** Hosts besides the declared ones, in Deno's syntax; true: all. Default: none. */
  readonly allowNet?: true | readonly string[];
  /** Hosts to refuse, in Deno's syntax. */
  readonly denyNet?: readonly string[];
  /** Files and folders outside of the collection that bodies may send. */
  readonly allowRead?: readonly string[];
  /** Accepts any certificate: from every host, or from these. Default false. */
  readonly insecure?: boolean | readonly string[];
  /** Files with certificates (PEM) to trust besides the system's. */
  readonly ca?: string | readonly string[];
  /** Uses HTTP/2 where the server offers it. Default false. */
  readonly http2?: boolean;
  /** URL of the proxy to send through. Default: the environment's. */
  readonly proxy?: string;
  /** Uses no proxy. Default false. */
  readonly noProxy?: boolean;
  /** File that cookies are loaded from and saved to. */
  readonly cookieJar?: string;
  /** Keeps no cookies. Default false. */
  readonly noCookies?: boolean;
  /** How often a request is tried again after a network error, 429, 502, 503 or 504. Default 0. */
  readonly retry?: number;
  /** Milliseconds of the first pause between attempts; it doubles. Default 1,000. */
  readonly retryDelay?: number;
  /** Retries POST and PATCH too. Default false. */
  readonly retryAll?: boolean;
  /** MiB of a response's content that are kept. Default 100. */
  readonly maxResponseSize?: number;
  /** Milliseconds of processor time for one script. Default 5,000. */
  readonly scriptTimeout?: number;
  /** MiB of memory for scripts. Default 64. */
  readonly scriptMemory?: number;
  /** Runs scripts in Deno itself, without the sandbox. Default false. */
  readonly trustScripts?: boolean;
  /** File that the content of the last request's response is written to. */
  readonly output?: string;
  /** Reports to write into files. */
  readonly reporter?: readonly ReporterOption[];
  /** Ends the run: what ran until then is the result, and its exit code 130. */
  readonly signal?: AbortSignal;
}

/** Does not compile where something is missing; the compiler names it. */
export type Has<Given extends Wanted, Wanted> = Given;

/** The options of the interface. This does not compile if it lacks an option of the table. */
export type DocumentedOptions = Has<
  Required<RunCollectionOptions>,
  Required<ProgramOptions>
>;
