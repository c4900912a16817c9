import { WRITTEN_FORMS } from "../../../tools/convert/as/types.ts";
import type { CommandSpec } from "../flag.ts";
import { COLOR_FLAGS, runFlag, runFlags } from "../run_flags.ts";
import type {
  CommandLine,
  RenderCommandOptions,
  ToCommand,
} from "../../command.ts";
import { usageError } from "../../usage_error.ts";
import type { FlagValues } from "../flag_values.ts";
import { FORMATS, TEXT_OR_JSON } from "../flag.ts";
import { toRunCommandOptions } from "../to_run_options.ts";

/**
 * What `brace render` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong, or flags exclude each other.
 */
function toRenderOptions(flags: FlagValues): RenderCommandOptions {
  const as = flags.choice("as", WRITTEN_FORMS);
  if (as !== undefined && (flags.has("provenance") || flags.has("format"))) {
    throw usageError(
      'Cannot use "--as" with "--provenance" or "--format": it has its own form',
      { command: flags.command },
    );
  }
  if (flags.has("reveal") && as === undefined) {
    throw usageError(
      'Cannot use "--reveal" without "--as": it is for requests that you use elsewhere',
      {
        command: flags.command,
      },
    );
  }
  return {
    ...toRunCommandOptions(flags),
    provenance: flags.has("provenance"),
    format: flags.choiceOrFirst("format", FORMATS),
    ...(as !== undefined && { as }),
    reveal: flags.has("reveal"),
  };
}

/** What the command takes. */
const spec: CommandSpec = {
  name: "render",
  description:
    "Prints requests as they would go out, signed, secrets masked, and sends nothing.\nA line names a credential that needs the network, such as a token. No script\nruns: give variables that scripts set with --var.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [runFlags("Selection"), {
    title: "Values",
    flags: [...runFlags("Values").flags, runFlag("allowRead")],
  }, {
    title: "Output",
    flags: [
      {
        name: "provenance",
        help: "Show the origin of each value below its line",
      },
      TEXT_OR_JSON,
      {
        name: "as",
        value: "KIND",
        help: `Print for use elsewhere: ${WRITTEN_FORMS.join(", ")}`,
      },
      {
        name: "reveal",
        help: "With --as: show secrets (on a terminal only)",
      },
      ...COLOR_FLAGS,
    ],
  }],
  examples: [
    {
      line: "brace render users/create.yml --env local",
      note: "one request",
    },
    {
      line: "brace render users/read.yml --var userId=7",
      note: "with a variable that a script would set",
    },
    {
      line: "brace render users/read.yml --seed 1 --now 2026-01-01T00:00:00Z",
      note: "with the values, time and nonces of a run with the same flags",
    },
    {
      line: "brace render users/create.yml --env local --as curl",
      note: "a command to paste elsewhere",
    },
    {
      line: "brace render users/read.yml --env local --provenance",
      note: "where each value comes from",
    },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "render",
  options: toRenderOptions(flags),
});

/** The command line of `brace render`. */
export const renderSpec: CommandLine = { spec, toCommand };
