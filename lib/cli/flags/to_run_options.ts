import type { Verbosity } from "../../tools/report/console/context.ts";
import { UNDEFINED_MODES } from "../../core/scope/undefined_mode.ts";
import { COMMAND_DEFAULTS, type RunCommandOptions } from "../run/options.ts";
import { cannotSave } from "../../host/run/cannot_save.ts";
import type { Shard } from "../../core/plan/types.ts";
import { refuseContradictions } from "./contradictions.ts";
import type { FlagValues } from "./flag_values.ts";
import { toColor } from "./to_color.ts";
import { toOutput, toReporters } from "./to_reporters.ts";

/**
 * Turns the flags of `run`, or the part of them that `render` has, into
 * options.
 *
 * @throws {UsageError} for a value that its flag cannot have.
 */
export function toRunOptions(flags: FlagValues): RunCommandOptions {
  refuseContradictions(flags);
  const apart = {
    jobs: flags.text("jobs") === "auto"
      ? "auto" as const
      : flags.integer("jobs", 1) ?? COMMAND_DEFAULTS.jobs,
    shard: toShard(flags),
  };
  const saving = { saveEnv: flags.has("save-env"), env: flags.all("env") };
  const problem = cannotSave({ ...saving, ...apart });
  if (problem) {
    const { how, option, why } = problem;
    throw flags.refuse(
      how === "with" ? option : "save-env",
      `Cannot use "--save-env" ${how} "--${option}": ${why}`,
    );
  }
  const reporters = toReporters(flags);
  const quiet = ["quiet", "silent"].find((name) => flags.has(name));
  if (quiet !== undefined && reporters.console !== undefined) {
    throw flags.refuse(
      "reporter",
      `Cannot use "--reporter ${reporters.console}" with "--${quiet}": nothing is printed`,
    );
  }
  return {
    paths: flags.positionals,
    ...saving,
    envFiles: flags.all("env-file"),
    secretsFile: flags.text("secrets-file"),
    globalEnv: flags.text("global-env"),
    vars: flags.pairs("var"),
    envVars: flags.pairs("env-var"),
    bail: flags.has("bail"),
    verbose: toVerbosity(flags),
    timeout: flags.integer("timeout"),
    connectTimeout: flags.integer("connect-timeout", 1),
    idleTimeout: flags.integer("idle-timeout", 1),
    insecure: flags.has("insecure") && flags.listOrAll("insecure"),
    allowNet: flags.listOrAll("allow-net"),
    denyNet: flags.list("deny-net"),
    allowEnv: flags.listOrAll("allow-env"),
    allowRead: flags.list("allow-read"),
    output: toOutput(flags),
    ...reporters,
    quiet: quiet !== undefined,
    undefined: flags.choice("undefined", UNDEFINED_MODES) ??
      COMMAND_DEFAULTS.undefined,
    seed: flags.text("seed"),
    now: flags.time("now"),
    prompts: new Map(flags.pairs("prompt", "TEXT=VALUE")),
    noCookies: flags.has("no-cookies"),
    cookieJar: flags.text("cookie-jar"),
    data: flags.text("data"),
    iterations: flags.integer("iterations", 1) ?? COMMAND_DEFAULTS.iterations,
    ...apart,
    reruns: flags.integer("reruns") ?? COMMAND_DEFAULTS.reruns,
    slow: flags.integer("slow"),
    failOnFlaky: flags.has("fail-on-flaky"),
    delay: flags.integer("delay") ?? COMMAND_DEFAULTS.delay,
    tags: flags.list("tags"),
    excludeTags: flags.list("exclude-tags"),
    failedIn: flags.text("failed-in"),
    withNeeded: flags.has("with-needed"),
    rows: toRows(flags),
    allowEmpty: flags.has("allow-empty"),
    scriptTimeout: flags.integer("script-timeout", 1) ??
      COMMAND_DEFAULTS.scriptTimeout,
    scriptMemory: flags.integer("script-memory", 1) ??
      COMMAND_DEFAULTS.scriptMemory,
    trustScripts: flags.has("trust-scripts"),
    retry: flags.integer("retry") ?? COMMAND_DEFAULTS.retry,
    retryDelay: flags.integer("retry-delay") ?? COMMAND_DEFAULTS.retryDelay,
    retryAll: flags.has("retry-all"),
    maxResponseSize: flags.integer("max-response-size", 1) ??
      COMMAND_DEFAULTS.maxResponseSize,
    ca: flags.all("ca"),
    proxy: flags.text("proxy"),
    noProxy: flags.has("no-proxy"),
    http2: flags.has("http2"),
    watch: flags.has("watch"),
    printHosts: flags.has("print-hosts"),
    color: toColor(flags),
  };
}

/** `--rows 3` or `--rows 10-20`, both included. */
function toRows(
  flags: FlagValues,
): readonly [first: number, last: number] | undefined {
  const text = flags.text("rows");
  if (text === undefined) return undefined;
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const rows = [Number(first), Number(last)] as const;
  if (first === undefined || rows[0] < 1 || rows[1] < rows[0]) {
    throw flags.refuse(
      "rows",
      `Cannot use "--rows ${text}": write a row or two, counted from 1, "--rows 10-20"`,
    );
  }
  return rows;
}

/** `--shard 2/4`. */
function toShard(flags: FlagValues): Shard | undefined {
  const text = flags.text("shard");
  if (text === undefined) return undefined;
  const [, index, count] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(
    Number,
  );
  if (!(index >= 1 && index <= count)) {
    throw flags.refuse(
      "shard",
      `Cannot use "--shard ${text}": write which one, counted from 1, and how many, "--shard 2/4"`,
    );
  }
  return { index, count };
}

/** Given twice, the wider one counts. */
function toVerbosity(flags: FlagValues): Verbosity {
  const values = flags.all("verbose");
  if (values.length === 0) return COMMAND_DEFAULTS.verbose;
  for (const value of values) {
    if (value !== "") flags.oneOf("verbose", value, ["failed"]);
  }
  return values.includes("") ? "all" : "failed";
}
