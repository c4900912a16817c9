import {
  type ReporterOption,
  RUN_DEFAULTS,
  type RunOptions,
} from "../run/options.ts";
import { usageError } from "../usage_error.ts";
import type { FlagValues } from "./flag_values.ts";

/** Pairs of flags that contradict each other. */
const CONTRADICTIONS = [
  ["cookie-jar", "no-cookies"],
  ["proxy", "no-proxy"],
  ["color", "no-color"],
  // The file says how often.
  ["data", "iterations"],
] as const;

/**
 * Turns the flags of `run`, or the part of them that `render` has, into
 * options.
 *
 * @throws {UsageError} for a value that its flag cannot have.
 */
export function toRunOptions(flags: FlagValues): RunOptions {
  for (const [one, other] of CONTRADICTIONS) {
    if (flags.has(one) && flags.has(other)) {
      throw usageError(
        `Cannot use "--${one}" with "--${other}": they contradict each other`,
        { command: flags.command },
      );
    }
  }
  if (flags.has("save-env") && !flags.has("env")) {
    throw usageError(
      'Cannot use "--save-env" without "--env": no environment is there to be saved',
      { command: flags.command },
    );
  }
  return {
    paths: flags.positionals,
    env: flags.text("env"),
    globalEnv: flags.text("global-env"),
    vars: flags.pairs("var"),
    envVars: flags.pairs("env-var"),
    bail: flags.has("bail"),
    verbose: flags.has("verbose"),
    timeout: flags.integer("timeout") ?? RUN_DEFAULTS.timeout,
    connectTimeout: flags.integer("connect-timeout", 1),
    idleTimeout: flags.integer("idle-timeout", 1),
    insecure: flags.has("insecure") && flags.listOrAll("insecure"),
    allowNet: flags.listOrAll("allow-net"),
    denyNet: flags.list("deny-net"),
    allowEnv: flags.listOrAll("allow-env"),
    allowRead: flags.list("allow-read"),
    output: flags.text("output"),
    reporters: toReporters(flags),
    undefined: flags.choice("undefined", ["error", "keep", "empty"]) ??
      RUN_DEFAULTS.undefined,
    seed: flags.text("seed"),
    now: flags.time("now"),
    prompts: new Map(flags.pairs("prompt", "TEXT=VALUE")),
    noCookies: flags.has("no-cookies"),
    cookieJar: flags.text("cookie-jar"),
    data: flags.text("data"),
    iterations: flags.integer("iterations", 1) ?? RUN_DEFAULTS.iterations,
    delay: flags.integer("delay") ?? RUN_DEFAULTS.delay,
    tags: flags.list("tags"),
    excludeTags: flags.list("exclude-tags"),
    allowEmpty: flags.has("allow-empty"),
    scriptTimeout: flags.integer("script-timeout", 1) ??
      RUN_DEFAULTS.scriptTimeout,
    scriptMemory: flags.integer("script-memory", 1) ??
      RUN_DEFAULTS.scriptMemory,
    trustScripts: flags.has("trust-scripts"),
    saveEnv: flags.has("save-env"),
    retry: flags.integer("retry") ?? RUN_DEFAULTS.retry,
    retryDelay: flags.integer("retry-delay") ?? RUN_DEFAULTS.retryDelay,
    retryAll: flags.has("retry-all"),
    maxResponseSize: flags.integer("max-response-size", 1) ??
      RUN_DEFAULTS.maxResponseSize,
    ca: flags.all("ca"),
    proxy: flags.text("proxy"),
    noProxy: flags.has("no-proxy"),
    http2: flags.has("http2"),
    printHosts: flags.has("print-hosts"),
    color: flags.has("color")
      ? true
      : flags.has("no-color")
      ? false
      : undefined,
  };
}

function toReporters(flags: FlagValues): ReporterOption[] {
  const reporters = readReporters(flags);
  for (const [index, { kind, file }] of reporters.entries()) {
    if (reporters.findIndex((other) => other.file === file) === index) continue;
    throw usageError(
      `Cannot use "--reporter ${kind}=${file}": another report goes into that file`,
      { command: flags.command },
    );
  }
  return reporters;
}

function readReporters(flags: FlagValues): ReporterOption[] {
  return flags.pairs("reporter", "KIND=FILE").map(([name, file]) => {
    const kind = flags.oneOf("reporter", name, ["json", "junit"]);
    if (file === "") {
      throw usageError(
        `Cannot use "--reporter ${kind}=": it names no file, write "--reporter ${kind}=FILE"`,
        { command: flags.command },
      );
    }
    return { kind, file };
  });
}
