import type { CommandSpec } from "./flag.ts";
import { SELECTION_FLAGS, VALUE_FLAGS } from "./selection_flags.ts";

/** The command line of `brace run`. */
export const RUN_SPEC: CommandSpec = {
  name: "run",
  summary: "Run a collection, a folder of it or single requests",
  description:
    "Runs a collection, or the given folders and request files of one: sends each\nrequest, then checks its assertions and tests.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [
    SELECTION_FLAGS,
    VALUE_FLAGS,
    {
      title: "Order",
      flags: [
        { name: "bail", help: "Stop after the first request that fails" },
        {
          name: "data",
          value: "FILE",
          help:
            "Run once for each row of this CSV or JSON file (-: standard input)",
        },
        {
          name: "rows",
          value: "A-B",
          help: "Only these rows of the data, counted from 1, both included",
        },
        {
          name: "iterations",
          value: "N",
          help: "Run this many times (default: 1); not with --data",
        },
        {
          name: "delay",
          value: "MS",
          help: "Pause between two requests, iterations included",
        },
        {
          name: "allow-empty",
          help: "Pass when nothing was there to run",
        },
        {
          name: "save-env",
          help: "Write changed environment variables back to their file",
        },
      ],
    },
    {
      title: "Network",
      flags: [
        {
          name: "timeout",
          value: "MS",
          help:
            "Time for one request at most, whatever its file says (default: 30000; 0: no limit)",
        },
        {
          name: "connect-timeout",
          value: "MS",
          help: "Time to connect, TLS included (default: none of its own)",
        },
        {
          name: "idle-timeout",
          value: "MS",
          help: "Time without a byte from the server (default: no limit)",
        },
        {
          name: "allow-net",
          value: "HOST,…",
          optional: true,
          help: "Hosts besides the declared ones, or all",
        },
        { name: "deny-net", value: "HOST,…", help: "Hosts to refuse" },
        {
          name: "print-hosts",
          help: "Print the declared hosts and send nothing",
        },
        {
          name: "allow-read",
          value: "PATH,…",
          help: "Files outside the collection that bodies may send",
        },
        {
          name: "insecure",
          value: "HOST,…",
          optional: true,
          help: "Accept any certificate, from these hosts or all",
        },
        {
          name: "ca",
          value: "FILE",
          help: "Trust these certificates too (PEM); repeatable",
        },
        { name: "http2", help: "Use HTTP/2 where the server offers it" },
        {
          name: "proxy",
          value: "URL",
          help:
            "Send through this proxy, to localhost too (default: the environment's, which localhost does without)",
        },
        { name: "no-proxy", help: "Use no proxy" },
        {
          name: "cookie-jar",
          value: "FILE",
          help: "Load cookies from this file and save them there",
        },
        { name: "no-cookies", help: "Keep no cookies" },
        {
          name: "retry",
          value: "N",
          help: "Try again after a network error, 429, 502, 503 or 504",
        },
        {
          name: "retry-delay",
          value: "MS",
          help: "First pause between attempts, doubling (default: 1000)",
        },
        {
          name: "retry-all",
          help: "Retry POST and PATCH too",
        },
        {
          name: "max-response-size",
          value: "MIB",
          help: "Cut a longer response (default: 100)",
        },
      ],
    },
    {
      title: "Scripts",
      flags: [
        {
          name: "script-timeout",
          value: "MS",
          help: "Running time for one script (default: 5000)",
        },
        {
          name: "script-memory",
          value: "MIB",
          help: "Memory for scripts (default: 64)",
        },
        {
          name: "trust-scripts",
          help: "Run scripts in Deno itself, without the sandbox",
        },
      ],
    },
    {
      title: "Output",
      flags: [
        {
          name: "output",
          value: "FILE",
          help:
            "Write the content of the last request's response, as it is; - is standard output, and the report goes to standard error",
        },
        {
          name: "reporter",
          value: "KIND[=FILE]",
          help:
            "Print as pretty, compact, dots or failures (default: pretty on a terminal below 100 requests, else compact), or with =FILE write json, ndjson, junit, tap, github, markdown, har or html (-: standard output); repeatable",
        },
        {
          name: "quiet",
          short: "q",
          help: "Print nothing of the run",
        },
        { name: "silent", help: "The same as --quiet" },
        {
          name: "verbose",
          short: "v",
          value: "failed",
          optional: true,
          help:
            "Show requests, responses and script consoles, of all or failed requests",
        },
        { name: "color", help: "Use colours, on a terminal or not" },
        { name: "no-color", help: "Use no colours" },
      ],
    },
  ],
  examples: [
    { line: "brace run", note: "the current folder" },
    {
      line: "brace run users/create.yml --env local",
      note: "one request, with an environment",
    },
    {
      line: "brace run . --var userId=7 --bail",
      note: "a value from outside; stop at the first failure",
    },
    {
      line: "brace run . --reporter junit=report.xml",
      note: "a report for CI",
    },
  ],
};
