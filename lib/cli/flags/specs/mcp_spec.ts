import type { CommandLine, McpOptions, ToCommand } from "../../command.ts";
import type { CommandSpec } from "../flag.ts";
import type { FlagValues } from "../flag_values.ts";
import { refuseContradictions, runFlag } from "../run_flags.ts";
import { readOptions } from "../to_run_options.ts";
import { ALL_DEFAULTS } from "../../../host/run/options.ts";

/** The options of a run that the person gives for all runs of the server. */
const OPTIONS = [
  "env",
  "envFiles",
  "secretsFile",
  "globalEnv",
  "vars",
  "envVars",
  "allowEnv",
  "allowNet",
  "denyNet",
  "allowRead",
  "timeout",
  "insecure",
  "ca",
  "proxy",
  "noProxy",
] as const;

/** What the command takes. */
const spec: CommandSpec = {
  name: "mcp",
  description:
    "Serves a collection to an agent over standard input and output (MCP). The agent\nuses the hosts, environments and secrets that you name at the start, and cannot\nadd any. Exit codes: 0 the client closed the connection, 2 wrong usage or no\ncollection.",
  usage: "[collection] [flags]",
  positionals: 1,
  groups: [{
    title: "Agents",
    flags: [
      {
        name: "write",
        help:
          "Let tools save requests and environments; their changes get no secrets",
      },
      {
        name: "allow-methods",
        value: "METHOD,…",
        help:
          "Also allow these if the collection is read-only for agents: POST, GRPC, WEBSOCKET, SUBSCRIPTION, …",
      },
      {
        name: "log",
        value: "FILE",
        help: "Append every call to this file (NDJSON, secrets masked)",
      },
      {
        name: "trust-scripts",
        help: "Not available here: scripts run in the sandbox",
      },
    ],
  }, {
    title: "Values",
    flags: [
      runFlag("env", {
        help:
          "Let agents use this environment; repeatable, the first is the default",
      }),
      runFlag("envFiles"),
      runFlag("secretsFile"),
      runFlag("globalEnv"),
      runFlag("vars"),
      runFlag("envVars", {
        help: "Replace a variable of the environments; repeatable",
      }),
      runFlag("allowEnv"),
    ],
  }, {
    title: "Network and files",
    flags: [
      runFlag("allowNet"),
      runFlag("denyNet"),
      runFlag("allowRead"),
      runFlag("timeout"),
      runFlag("insecure"),
      runFlag("ca"),
      runFlag("proxy"),
      runFlag("noProxy"),
    ],
  }],
  examples: [
    { line: "brace mcp api --env local", note: "the command for your agent" },
    {
      line: "brace mcp api --env staging --write --log calls.ndjson",
      note: "may save requests; logs calls",
    },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "mcp",
  options: toMcpOptions(flags),
});

/**
 * What `brace mcp` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong.
 */
function toMcpOptions(flags: FlagValues): McpOptions {
  if (flags.has("trust-scripts")) {
    throw flags.refuse(
      "trust-scripts",
      'Cannot use "--trust-scripts" with "brace mcp": scripts that an agent writes or runs stay in the sandbox (leave it out)',
    );
  }
  refuseContradictions(flags);
  const log = flags.text("log");
  const [path = "."] = flags.positionals;
  return {
    path,
    run: { ...ALL_DEFAULTS, ...readOptions(flags, OPTIONS) },
    write: flags.has("write"),
    allowMethods: flags.list("allow-methods").map((one) => one.toUpperCase()),
    ...log !== undefined && { log },
  };
}

/** The command line of `brace mcp`. */
export const mcpSpec: CommandLine = { spec, toCommand };
