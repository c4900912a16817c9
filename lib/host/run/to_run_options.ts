import { snapshot } from "../../core/scope/value/snapshot.ts";
import type { Value } from "../../core/scope/value/value.ts";
import { UsageError } from "../../core/source/errors.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { MAX_TIMER } from "../max_timer.ts";
import { cannotSave } from "./cannot_save.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import { CONTRADICTIONS } from "./contradictions.ts";
import { RUN_DEFAULTS, type RunOptions } from "./options.ts";

type Name = keyof RunCollectionOptions;

/** Every option, and for a whole number the least that it may be. */
const OPTIONS: { readonly [name in Name]-?: number | "other" } = {
  paths: "other",
  environment: "other",
  envFile: "other",
  secretsFile: "other",
  globalEnv: "other",
  variables: "other",
  envVariables: "other",
  prompt: "other",
  undefined: "other",
  allowEnv: "other",
  seed: "other",
  now: "other",
  tags: "other",
  excludeTags: "other",
  failedIn: "other",
  withNeeded: "other",
  bail: "other",
  data: "other",
  rows: "other",
  iterations: 1,
  jobs: "other",
  shard: "other",
  reruns: 0,
  slow: 0,
  failOnFlaky: "other",
  delay: 0,
  allowEmpty: "other",
  saveEnv: "other",
  timeout: 0,
  connectTimeout: 1,
  idleTimeout: 1,
  allowNet: "other",
  denyNet: "other",
  allowRead: "other",
  insecure: "other",
  ca: "other",
  http2: "other",
  proxy: "other",
  noProxy: "other",
  cookieJar: "other",
  noCookies: "other",
  retry: 0,
  retryDelay: 0,
  retryAll: "other",
  maxResponseSize: 1,
  scriptTimeout: 1,
  scriptMemory: 1,
  trustScripts: "other",
  output: "other",
  reporter: "other",
  signal: "other",
};

/**
 * Turns the options of a program into those of a run.
 *
 * @throws {UsageError} For an option that is not there, and for a value that an option cannot have.
 * @throws {TypeError} For a value that no variable can have.
 */
export function toRunOptions(options: RunCollectionOptions): RunOptions {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as RunCollectionOptions;
  for (const name of Object.keys(given)) check(name, given[name as Name]);
  for (const [one, other] of CONTRADICTIONS) {
    if (isOn(given[one]) && isOn(given[other])) {
      throw wrong(`"${one}" with "${other}"`, "they contradict each other");
    }
  }
  const env = [given.environment ?? []].flat();
  const {
    environment: _environment,
    envFile,
    variables,
    envVariables,
    prompt = {},
    reporter,
    now,
    shard,
    output: _output,
    signal: _signal,
    paths: _paths,
    ...same
  } = given;
  const run: RunOptions = {
    ...RUN_DEFAULTS,
    ...same,
    env,
    envFiles: [envFile ?? []].flat(),
    ...(shard !== undefined &&
      { shard: { index: shard[0], count: shard[1] } }),
    vars: valuesOf(variables),
    envVars: valuesOf(envVariables),
    prompts: new Map(Object.entries(prompt)),
    ...(now !== undefined && { now: now.getTime() }),
    ...(reporter !== undefined && { reporters: reporter }),
  };
  const problem = cannotSave(run);
  if (problem) {
    const { how, option, why } = problem;
    const name: Name = option === "env" ? "environment" : option;
    throw wrong(`"saveEnv" ${how} "${name}"`, why);
  }
  return run;
}

/** `false` says what is the default. */
function isOn(value: unknown): boolean {
  return value !== undefined && value !== false;
}

function check(name: string, value: unknown): void {
  if (!Object.hasOwn(OPTIONS, name)) {
    const near = nearest(name, Object.keys(OPTIONS));
    const hint = didYouMean(near);
    throw wrong(`"${name}"`, `there is no such option${hint}`);
  }
  const least = OPTIONS[name as Name];
  if (least !== "other") checkNumber(name, value, least);
  if (name === "jobs" && value !== "auto") checkNumber(name, value, 1);
  if (name === "shard") {
    const [index, count] = value as readonly number[];
    if (
      !(Number.isSafeInteger(count) && Number.isSafeInteger(index) &&
        index >= 1 && index <= count)
    ) {
      throw wrong(
        `"shard: [${value}]"`,
        "give which one, counted from 1, and how many",
      );
    }
  }
  if (name === "rows") {
    const [first, last] = value as readonly number[];
    if (!(Number.isSafeInteger(first) && first >= 1 && last >= first)) {
      throw wrong(`"rows: [${value}]"`, "give two rows, counted from 1");
    }
  }
  if (name === "now" && Number.isNaN((value as Date).getTime())) {
    throw wrong('"now"', "the date is invalid");
  }
  if (name === "output" && value === "-") {
    throw wrong('"output: -"', "a program has the response itself");
  }
}

function checkNumber(name: string, value: unknown, least: number): void {
  const shown = `"${name}: ${value}"`;
  if (!Number.isSafeInteger(value)) throw wrong(shown, "not a whole number");
  const number = value as number;
  if (number < least) throw wrong(shown, `less than ${least}`);
  if (number > MAX_TIMER) throw wrong(shown, `greater than ${MAX_TIMER}`);
}

function valuesOf(
  variables: Readonly<Record<string, unknown>> = {},
): [name: string, value: Value][] {
  return Object.entries(variables).map((
    [name, value],
  ) => [name, snapshot(value, name)]);
}

function wrong(what: string, why: string): UsageError {
  return new UsageError([{
    code: "USAGE",
    severity: "error",
    message: `Cannot use ${what}: ${why}`,
  }]);
}
