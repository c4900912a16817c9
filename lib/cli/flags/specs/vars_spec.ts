import { type CommandSpec, FORMATS, TEXT_OR_JSON } from "../flag.ts";
import { COLOR_FLAGS, runFlag } from "../run_flags.ts";
import { readOptions } from "../to_run_options.ts";
import type { CommandLine, ToCommand, VarsOptions } from "../../command.ts";
import type { FlagValues } from "../flag_values.ts";
import { usageError } from "../../usage_error.ts";
import { toColor } from "../to_check_options.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "vars",
  description:
    "Lists variables, with the definition that wins first, and the prompts of a run.\nWith a name, shows everything about that variable: where it is defined, set and\nused. A path selects its collection or request, before or after the name.\nMasks secrets. Sends nothing.",
  usage: "[PATH] [NAME] [flags]",
  positionals: 2,
  groups: [{
    title: "Selection",
    flags: [
      {
        name: "request",
        value: "PATH",
        help:
          "Show variables as this request sees them, or of the collection at this path (default: the collection of the current folder)",
      },
      runFlag("env", {
        help:
          "Use this environment; repeatable, later ones win (default: show all)",
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
    { line: "brace vars baseUrl", note: "everything about one variable" },
    {
      line: "brace vars my-api baseUrl",
      note: "of another folder's collection",
    },
    {
      line: "brace vars --request users/read.yml --env local",
      note: "as a request sees them",
    },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "vars",
  options: toVarsOptions(flags),
});

/**
 * What `brace vars` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong.
 */
function toVarsOptions(flags: FlagValues): VarsOptions {
  const [name, other] = flags.positionals;
  const request = flags.text("request");
  if (other !== undefined && request !== undefined) {
    throw usageError(
      `Cannot use "--request ${request}" with "${name}" and "${other}": one of them is a path, too (leave out one path)`,
      { command: "vars" },
    );
  }
  const { env, ...shared } = readOptions(flags, [
    "env",
    "globalEnv",
    "vars",
    "envVars",
  ]);
  const color = toColor(flags);
  return {
    ...(name !== undefined && { name }),
    ...(other !== undefined && { other }),
    paths: request === undefined ? [] : [request],
    environments: env,
    ...shared,
    format: flags.choiceOrFirst("format", FORMATS),
    ...(color !== undefined && { color }),
  };
}

/** The command line of `brace vars`. */
export const varsSpec: CommandLine = { spec, toCommand };
