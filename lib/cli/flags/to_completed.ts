import { ASKED, type Completed, SHELLS } from "../completions/shells.ts";
import { usageError } from "../usage_error.ts";
import type { FlagValues } from "./flag_values.ts";

/**
 * What `brace completions` is asked for.
 *
 * @throws {UsageError} No shell is named, or one that is not known.
 */
export function toCompleted(flags: FlagValues): Completed {
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
