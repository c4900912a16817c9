import {
  type CommandLine,
  type DemoOptions,
  SERVE_PORT,
  type ToCommand,
} from "../../command.ts";
import type { CommandSpec } from "../flag.ts";
import type { FlagValues } from "../flag_values.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "demo",
  description:
    "Starts a small REST API on 127.0.0.1, runs the example collection against it\nand stops.",
  usage: "[flags]",
  positionals: 0,
  groups: [{
    title: "API",
    flags: [
      { name: "serve", help: "Only serve the API, until Ctrl-C" },
      {
        name: "port",
        value: "N",
        help:
          `Port of the API (default: ${SERVE_PORT} with --serve, otherwise any free one)`,
      },
    ],
  }],
  examples: [
    { line: "brace demo", note: "see a run" },
    {
      line: "brace demo --serve",
      note: "an API for your first collection",
    },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "demo",
  options: toDemoOptions(flags),
});

const MAX_PORT = 65535;

/**
 * What `brace demo` is asked to do.
 *
 * @throws {UsageError} The port is wrong.
 */
function toDemoOptions(flags: FlagValues): DemoOptions {
  const serve = flags.has("serve");
  const port = flags.integer("port") ?? (serve ? SERVE_PORT : 0);
  if (port > MAX_PORT) {
    throw flags.refuse(
      "port",
      `Cannot use "--port ${port}": greater than ${MAX_PORT}`,
    );
  }
  return { serve, port };
}

/** The command line of `brace demo`. */
export const demoSpec: CommandLine = { spec, toCommand };
