import type { CommandLine, ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { ASKED, type Completed, SHELLS } from "../../completions/shells.ts";
import { usageError } from "../../usage_error.ts";
import type { FlagValues } from "../flag_values.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "completions",
  description:
    "Prints a script that your shell needs to complete commands, flags, their values,\nenvironments and the paths of requests. (For the last two, the script calls\nbrace completions environments|paths WORD, which reads no requests.)",
  usage: "bash|zsh|fish|powershell",
  positionals: 2,
  groups: [],
  examples: [
    { line: "brace completions bash", note: "to source in ~/.bashrc" },
    { line: "brace completions zsh", note: "to write to a folder of $fpath" },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "completions",
  wanted: toCompleted(flags),
});

/**
 * What `brace completions` is asked for.
 *
 * @throws {UsageError} No shell is named, or one that is not known.
 */
function toCompleted(flags: FlagValues): Completed {
  const [first, word = ""] = flags.positionals;
  const kind = ASKED.find((one) => one === first);
  if (kind !== undefined) return { kind, word };
  const shell = SHELLS.find((one) => one === first);
  if (shell !== undefined && word === "") return { kind: "script", shell };
  const known = SHELLS.join(", ");
  throw usageError(
    first === undefined
      ? `Cannot write completions: name the shell, one of ${known}`
      : `Cannot write completions for "${
        shell ? word : first
      }": known are ${known}`,
    { command: flags.command },
  );
}

/** The command line of `brace completions`. */
export const completionsSpec: CommandLine = { spec, toCommand };
