import type { CommandLine, OpenOptions, ToCommand } from "../../command.ts";
import type { CommandSpec } from "../flag.ts";
import type { FlagValues } from "../flag_values.ts";
import { refuseContradictions, runFlag } from "../run_flags.ts";
import { readOptions } from "../to_run_options.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "open",
  description:
    "Serves a page on this machine in which you browse, edit, send and run a\ncollection. Prints an address that works once, for a browser. Ends with Ctrl-C.",
  usage: "[PATH] [flags]",
  positionals: 1,
  groups: [{
    title: "Page",
    flags: [
      {
        name: "port",
        value: "N",
        help: "Port of the page (default: any free one)",
      },
      { name: "read-only", help: "Refuse to change files" },
      {
        name: "keep-history",
        help:
          "Keep the history for the next time, in your cache folder, masked",
      },
      {
        name: "no-history",
        help: "Keep no history, not even in memory",
      },
    ],
  }, {
    title: "Variables",
    flags: [
      runFlag("env"),
      runFlag("envFiles"),
      runFlag("secretsFile"),
      runFlag("globalEnv"),
      runFlag("vars"),
      runFlag("envVars"),
      runFlag("allowEnv"),
    ],
  }, {
    title: "Network",
    flags: [
      runFlag("allowNet"),
      runFlag("denyNet"),
      runFlag("insecure"),
      runFlag("ca"),
      runFlag("proxy"),
      runFlag("noProxy"),
    ],
  }],
  examples: [
    { line: "brace open", note: "the collection of the current folder" },
    { line: "brace open my-api --env local", note: "with an environment" },
    { line: "brace open --read-only", note: "only look and send" },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "open",
  options: toOpenOptions(flags),
});

const MAX_PORT = 65535;

/**
 * What `brace open` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong, or flags exclude each other.
 */
function toOpenOptions(flags: FlagValues): OpenOptions {
  const port = flags.integer("port") ?? 0;
  if (port > MAX_PORT) {
    throw flags.refuse(
      "port",
      `Cannot use "--port ${port}": greater than ${MAX_PORT}`,
    );
  }
  const kept = flags.has("keep-history");
  if (kept && flags.has("no-history")) {
    throw flags.refuse(
      "no-history",
      'Cannot use "--no-history" with "--keep-history": they contradict each other',
    );
  }
  refuseContradictions(flags);
  const { env, envFiles, vars, envVars, ...run } = readOptions(flags, [
    "env",
    "envFiles",
    "secretsFile",
    "globalEnv",
    "vars",
    "envVars",
    "allowEnv",
    "allowNet",
    "denyNet",
    "insecure",
    "ca",
    "proxy",
    "noProxy",
  ]);
  return {
    path: flags.positionals[0] ?? ".",
    port,
    readOnly: flags.has("read-only"),
    history: kept ? "kept" : flags.has("no-history") ? "none" : "session",
    environments: env,
    run: {
      ...run,
      ...(envFiles.length > 0 && { envFile: envFiles }),
      variables: Object.fromEntries(vars),
      envVariables: Object.fromEntries(envVars),
    },
  };
}

/** The command line of `brace open`. */
export const openSpec: CommandLine = { spec, toCommand };
