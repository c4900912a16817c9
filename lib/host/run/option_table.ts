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
      help: "Select requests with one of these tags, their own or a folder's",
    },
    excludeTags: {
      kind: "list",
      value: "TAG,…",
      help: "Leave out requests with one of these tags",
    },
    failedIn: {
      kind: "text",
      value: "FILE",
      file: "read",
      help: "Select the requests that did not pass in this JSON report",
    },
    withNeeded: {
      kind: "switch",
      help: "Also select requests whose scripts set variables that these use",
    },
  },
  Values: {
    env: {
      kind: "texts",
      program: "environment",
      short: "e",
      value: "NAME",
      help: "Use this environment; repeatable, later ones win",
    },
    envFiles: {
      kind: "texts",
      flag: "env-file",
      program: "envFile",
      value: "FILE",
      file: "read",
      help:
        "Also use this environment, mapping (YAML, JSON) or .env; repeatable",
    },
    secretsFile: {
      kind: "text",
      value: "FILE",
      file: "read",
      help: "Read the values of secret variables from this mapping or .env",
    },
    globalEnv: {
      kind: "text",
      value: "FILE",
      file: "read",
      help: "Read global variables from this environment, mapping or .env",
    },
    vars: {
      kind: "pairs",
      flag: "var",
      program: "variables",
      value: "NAME=VALUE",
      help: "Set a runtime variable, like client.setVar; repeatable",
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
      help: "Answer the prompt {{?TEXT}}; repeatable",
    },
    undefined: {
      kind: "choice",
      words: UNDEFINED_MODES,
      value: UNDEFINED_MODES.join("|"),
      help: "Choose the effect of a placeholder that does not resolve",
      default: "error",
    },
    allowEnv: {
      kind: "listOrAll",
      value: "NAME,…",
      yaml: "widens",
      help: "Let {{process.env.NAME}} read these variables, or all",
    },
    seed: {
      kind: "text",
      value: "TEXT",
      help: "Make {{$uuid}}, Math.random and similar values repeatable",
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
      help: "Start when a GET of this URL gets an answer; repeatable",
    },
    waitTimeout: {
      kind: "count",
      least: 1,
      value: "MS",
      help: "Wait this long at most, with --wait-for",
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
      help:
        "Use only these rows of the data, counted from 1, both ends included",
    },
    iterations: {
      kind: "count",
      least: 1,
      value: "N",
      help: "Run this many times (not with --data)",
      default: 1,
    },
    jobs: {
      kind: "jobs",
      least: 1,
      value: "N|auto",
      help:
        "Run this many iterations, or top-level folders, side by side; auto: one for each core",
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
        "At the end, run failed iterations (or top-level folders) again, up to this many times",
    },
    failOnFlaky: {
      kind: "switch",
      help: "Fail the run if a request passes only when it runs again",
    },
    failOnSkipped: {
      kind: "switch",
      help:
        "Fail the run if Brace cannot send a request, such as an MQTT request",
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
      help: "Run again whenever a file of the collection changes, until Ctrl-C",
    },
    allowEmpty: {
      kind: "switch",
      yaml: "widens",
      help: "Pass if there is nothing to run",
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
      help:
        "Limit the time of one request, whatever its file says; 0: no limit",
      shown: String(DEFAULT_TIMEOUT),
    },
    connectTimeout: {
      kind: "count",
      least: 1,
      value: "MS",
      help:
        "Limit the time to connect, TLS included (default: no separate limit)",
    },
    idleTimeout: {
      kind: "count",
      least: 1,
      value: "MS",
      help: "Limit the time without a byte from the server (default: no limit)",
    },
    allowNet: {
      kind: "listOrAll",
      value: "HOST,…",
      yaml: "widens",
      help: "Allow these hosts in addition to the declared ones, or all hosts",
    },
    denyNet: { kind: "list", value: "HOST,…", help: "Refuse these hosts" },
    allowRead: {
      kind: "list",
      value: "PATH,…",
      yaml: "widens",
      help: "Let bodies send these files outside the collection",
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
      help: "Also trust these certificates (PEM); repeatable",
    },
    http2: {
      kind: "switch",
      help: "Use HTTP/2 if the server offers it",
    },
    proxy: {
      kind: "text",
      value: "URL",
      yaml: "widens",
      contradicts: ["noProxy"],
      help:
        "Send through this proxy, also to localhost (default: config.proxy, then HTTP_PROXY and HTTPS_PROXY, but not for localhost)",
    },
    noProxy: { kind: "switch", yaml: "widens", help: "Use no proxy" },
    cookieJar: {
      kind: "text",
      value: "FILE",
      file: "written",
      contradicts: ["noCookies"],
      help: "Load cookies from this file and save them to it",
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
      help:
        "Pause this long before the first retry, then twice as long each time",
      default: 1_000,
    },
    retryAll: { kind: "switch", help: "Also retry POST and PATCH" },
    maxResponseSize: {
      kind: "count",
      least: 0,
      value: "MIB",
      help: "Cut off responses that are longer; 0: keep nothing of them",
      default: 100,
    },
  },
  Configuration: {
    profile: {
      kind: "text",
      terminal: true,
      value: "NAME",
      yaml: "typed",
      help: "Use the flags of this profile in brace.yaml",
    },
    showConfig: {
      kind: "switch",
      terminal: true,
      yaml: "typed",
      help: "Print the value of each flag and its origin, without running",
    },
  },
  Scripts: {
    scriptTimeout: {
      kind: "count",
      least: 1,
      value: "MS",
      help: "Limit the processor time of one script",
      default: 5_000,
    },
    scriptMemory: {
      kind: "count",
      least: 1,
      value: "MIB",
      help: "Limit the memory of scripts",
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
      help: "Print the declared hosts without sending anything",
    },
    output: {
      kind: "output",
      value: "FILE",
      file: "written",
      help:
        "Write the raw content of the last response to this file; -: standard output (the report then goes to standard error)",
    },
    reporters: {
      kind: "reporters",
      flag: "reporter",
      program: "reporter",
      value: "KIND[=FILE]",
      file: "written",
      help: `Print as ${
        oneOf(CONSOLE_KINDS)
      } (default: pretty on a terminal below 100 requests, otherwise compact, which leaves out requests that passed, unless there is only one), or with =FILE write ${
        oneOf(REPORT_KINDS)
      } (-: standard output); repeatable`,
    },
    quiet: {
      kind: "switch",
      terminal: true,
      short: "q",
      contradicts: ["verbose"],
      help:
        "Print nothing, except why a run does not start, and annotations in GitHub Actions",
    },
    silent: {
      kind: "switch",
      terminal: true,
      contradicts: ["verbose"],
      help: "Same as --quiet",
    },
    verbose: {
      kind: "verbosity",
      terminal: true,
      short: "v",
      value: "failed",
      help:
        "Show requests, responses and script output, of all or only failed requests",
      default: "none",
    },
    color: {
      kind: "switch",
      terminal: true,
      contradicts: ["noColor"],
      help: "Always use colours",
    },
    noColor: { kind: "switch", terminal: true, help: "Never use colours" },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Option>>>>;
