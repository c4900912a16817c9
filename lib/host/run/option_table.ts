import { DEFAULT_TIMEOUT } from "../../core/http/timeout_of.ts";
import { UNDEFINED_MODES } from "../../core/scope/undefined_mode.ts";
import { CONSOLE_KINDS, REPORT_KINDS } from "../../tools/report/kinds.ts";
import type { Option } from "./option_kinds.ts";

/** A choice in words: `json, har or html`. */
export function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/**
 * Every option of a run, by the heading of its flag in help. Flags, help,
 * completions, `brace.yaml`, the options of programs, checks and defaults come
 * from here.
 */
export const OPTION_GROUPS = {
  Selection: {
    tags: {
      kind: "list",
      value: "TAG,…",
      help: "Only requests with one of these tags, their own or a folder's",
    },
    excludeTags: {
      kind: "list",
      value: "TAG,…",
      help: "No request with one of these tags",
    },
    failedIn: {
      kind: "text",
      value: "FILE",
      file: "read",
      help: "Only what did not pass in the run of this JSON report",
    },
    withNeeded: {
      kind: "switch",
      help: "Also the requests whose scripts set what these use",
    },
  },
  Values: {
    env: {
      kind: "texts",
      program: "environment",
      short: "e",
      value: "NAME",
      help: "Use the environment of this name; repeatable, later ones win",
    },
    envFiles: {
      kind: "texts",
      flag: "env-file",
      program: "envFile",
      value: "FILE",
      file: "read",
      help:
        "Use this environment, mapping (YAML, JSON) or .env besides; repeatable",
    },
    secretsFile: {
      kind: "text",
      value: "FILE",
      file: "read",
      help: "Take values of secret variables from this mapping or .env",
    },
    globalEnv: {
      kind: "text",
      value: "FILE",
      file: "read",
      help: "Take global variables from this environment file",
    },
    vars: {
      kind: "pairs",
      flag: "var",
      program: "variables",
      value: "NAME=VALUE",
      help: "Set a runtime variable, as client.setVar does; repeatable",
    },
    envVars: {
      kind: "pairs",
      flag: "env-var",
      program: "envVariables",
      value: "NAME=VALUE",
      help: "Replace a variable of the environment; repeatable",
    },
    prompts: {
      kind: "prompts",
      flag: "prompt",
      program: "prompt",
      value: "TEXT=VALUE",
      help: "Answer the placeholder {{?TEXT}}; repeatable",
    },
    undefined: {
      kind: "choice",
      words: UNDEFINED_MODES,
      value: UNDEFINED_MODES.join("|"),
      help: "What an unresolvable placeholder does",
      default: "error",
    },
    allowEnv: {
      kind: "listOrAll",
      value: "NAME,…",
      yaml: "widens",
      help: "Let {{process.env.NAME}} read these, or all",
    },
    seed: {
      kind: "text",
      value: "TEXT",
      help: "Make {{$uuid}}, Math.random and their like repeatable",
    },
    now: {
      kind: "time",
      value: "TIME",
      help: "Set the clock of generators and scripts (ISO 8601)",
    },
  },
  Order: {
    waitFor: {
      kind: "texts",
      value: "URL",
      // It may be contacted, declared or not.
      yaml: "widens",
      help: "Begin when a GET of this URL is answered; repeatable",
    },
    waitTimeout: {
      kind: "count",
      least: 1,
      value: "MS",
      help: "Time to wait for that, with --wait-for",
      default: 60_000,
    },
    bail: { kind: "switch", help: "Stop after the first request that fails" },
    data: {
      kind: "text",
      value: "FILE",
      file: "read",
      // The file says how often.
      contradicts: ["iterations"],
      help:
        "Run once for each row of this CSV, NDJSON, JSON or YAML file (-: standard input)",
    },
    rows: {
      kind: "rows",
      value: "A-B",
      help: "Only these rows of the data, counted from 1, both included",
    },
    iterations: {
      kind: "count",
      least: 1,
      value: "N",
      help: "Run this many times; not with --data",
      default: 1,
    },
    jobs: {
      kind: "jobs",
      least: 1,
      value: "N|auto",
      help:
        "Run iterations, or else top-level folders, side by side; auto: as many as cores",
      default: 1,
    },
    shard: {
      kind: "shard",
      value: "K/N",
      help: "Run only the K-th of N parts, for a matrix in CI",
    },
    reruns: {
      kind: "count",
      value: "N",
      help:
        "Run again at the end, this many times at most, the iterations (or top-level folders) in which something failed",
    },
    failOnFlaky: {
      kind: "switch",
      help: "Fail when something passed only as it ran again",
    },
    slow: {
      kind: "count",
      value: "MS",
      help: "Mark requests that take longer",
    },
    delay: {
      kind: "count",
      value: "MS",
      help: "Pause between two requests, iterations included",
      default: 0,
    },
    watch: {
      kind: "switch",
      terminal: true,
      yaml: "typed",
      help: "Run again whenever a file of it changes, until Ctrl-C",
    },
    allowEmpty: {
      kind: "switch",
      yaml: "widens",
      help: "Pass when nothing was there to run",
    },
    saveEnv: {
      kind: "switch",
      help: "Write changed environment variables back to their file",
    },
  },
  Network: {
    timeout: {
      kind: "count",
      value: "MS",
      help: "Time for one request at most, whatever its file says; 0: no limit",
      shown: String(DEFAULT_TIMEOUT),
    },
    connectTimeout: {
      kind: "count",
      least: 1,
      value: "MS",
      help: "Time to connect, TLS included (default: none of its own)",
    },
    idleTimeout: {
      kind: "count",
      least: 1,
      value: "MS",
      help: "Time without a byte from the server (default: no limit)",
    },
    allowNet: {
      kind: "listOrAll",
      value: "HOST,…",
      yaml: "widens",
      help: "Hosts besides the declared ones, or all",
    },
    denyNet: { kind: "list", value: "HOST,…", help: "Hosts to refuse" },
    allowRead: {
      kind: "list",
      value: "PATH,…",
      yaml: "widens",
      help: "Files outside the collection that bodies may send",
    },
    insecure: {
      kind: "listOrAll",
      value: "HOST,…",
      yaml: "widens",
      help: "Accept any certificate, from these hosts or all",
      default: false,
    },
    ca: {
      kind: "texts",
      value: "FILE",
      file: "read",
      yaml: "widens",
      help: "Trust these certificates too (PEM); repeatable",
    },
    http2: {
      kind: "switch",
      help: "Use HTTP/2 where the server offers it",
    },
    proxy: {
      kind: "text",
      value: "URL",
      yaml: "widens",
      contradicts: ["noProxy"],
      help:
        "Send through this proxy, to localhost too (default: the environment's, and none to localhost)",
    },
    noProxy: { kind: "switch", yaml: "widens", help: "Use no proxy" },
    cookieJar: {
      kind: "text",
      value: "FILE",
      file: "written",
      contradicts: ["noCookies"],
      help: "Load cookies from this file and save them there",
    },
    noCookies: { kind: "switch", help: "Keep no cookies" },
    retry: {
      kind: "count",
      value: "N",
      help: "Try again after a network error, 429, 502, 503 or 504",
      default: 0,
    },
    retryDelay: {
      kind: "count",
      value: "MS",
      help: "First pause between attempts, doubling",
      default: 1_000,
    },
    retryAll: { kind: "switch", help: "Retry POST and PATCH too" },
    maxResponseSize: {
      kind: "count",
      least: 1,
      value: "MIB",
      help: "Cut a longer response",
      default: 100,
    },
  },
  Configuration: {
    profile: {
      kind: "text",
      terminal: true,
      value: "NAME",
      yaml: "typed",
      help: "Use this profile of brace.yaml, which holds defaults of flags",
    },
    showConfig: {
      kind: "switch",
      terminal: true,
      yaml: "typed",
      help: "Print every flag's value and where it comes from; run nothing",
    },
  },
  Scripts: {
    scriptTimeout: {
      kind: "count",
      least: 1,
      value: "MS",
      help: "Running time for one script",
      default: 5_000,
    },
    scriptMemory: {
      kind: "count",
      least: 1,
      value: "MIB",
      help: "Memory for scripts",
      default: 64,
    },
    trustScripts: {
      kind: "switch",
      yaml: "widens",
      help: "Run scripts in Deno itself, without the sandbox",
    },
  },
  Output: {
    printHosts: {
      kind: "switch",
      terminal: true,
      yaml: "typed",
      help: "Print the declared hosts and send nothing",
    },
    output: {
      kind: "output",
      value: "FILE",
      file: "written",
      help:
        "Write the content of the last request's response, as it is; - is standard output, and the report goes to standard error",
    },
    reporters: {
      kind: "reporters",
      flag: "reporter",
      program: "reporter",
      value: "KIND[=FILE]",
      file: "written",
      help: `Print as ${
        oneOf(CONSOLE_KINDS)
      } (default: pretty on a terminal below 100 requests, otherwise compact), or with =FILE write ${
        oneOf(REPORT_KINDS)
      } (-: standard output); repeatable`,
    },
    quiet: {
      kind: "switch",
      terminal: true,
      short: "q",
      contradicts: ["verbose"],
      help: "Print nothing of the run",
    },
    silent: {
      kind: "switch",
      terminal: true,
      contradicts: ["verbose"],
      help: "The same as --quiet",
    },
    verbose: {
      kind: "verbosity",
      terminal: true,
      short: "v",
      value: "failed",
      help:
        "Show requests, responses and script consoles, of all or failed requests",
      default: "none",
    },
    color: {
      kind: "switch",
      terminal: true,
      contradicts: ["noColor"],
      help: "Use colours, on a terminal or not",
    },
    noColor: { kind: "switch", terminal: true, help: "Use no colours" },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Option>>>>;
