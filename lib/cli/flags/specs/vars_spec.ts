import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { COLOR_FLAGS, runFlag } from "../run_flags.ts";
import { readOptions } from "../to_run_options.ts";
import type { VarsOptions } from "../../command.ts";
import type { FlagValues } from "../flag_values.ts";
import { FORMATS, TEXT_OR_JSON } from "../flag.ts";
import { toColor } from "../to_color.ts";

/** The command line of `brace vars`. */
export const spec: CommandSpec = {
  name: "vars",
  description:
    "Lists the variables in reach, with the definition that wins first, and the\nquestions that a run asks; with a name, all about that variable: where it is\ndefined, set and used. Secrets are masked. Sends nothing.",
  usage: "[NAME] [flags]",
  positionals: 1,
  groups: [{
    title: "What",
    flags: [
      {
        name: "request",
        value: "PATH",
        help:
          "As this request sees it; a folder's or a collection's path names the collection (default: that of the current folder)",
      },
      runFlag("env", {
        help: "With this environment (default: all are shown)",
      }),
      runFlag("globalEnv"),
      runFlag("vars"),
      runFlag("envVars"),
    ],
  }, {
    title: "Output",
    flags: [
      TEXT_OR_JSON,
      ...COLOR_FLAGS,
    ],
  }],
  examples: [
    { line: "brace vars", note: "the collection of the current folder" },
    { line: "brace vars baseUrl", note: "all about one variable" },
    {
      line: "brace vars --request users/read.yml --env local",
      note: "as a request sees them",
    },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "vars",
  options: toVarsOptions(flags),
});

/**
 * What `brace vars` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong.
 */
function toVarsOptions(flags: FlagValues): VarsOptions {
  const [name] = flags.positionals;
  const request = flags.text("request");
  const { env, ...shared } = readOptions(flags, [
    "env",
    "globalEnv",
    "vars",
    "envVars",
  ]);
  const color = toColor(flags);
  return {
    ...(name !== undefined && { name }),
    paths: request === undefined ? [] : [request],
    environments: env.slice(-1),
    ...shared,
    format: flags.choiceOrFirst("format", FORMATS),
    ...(color !== undefined && { color }),
  };
}
