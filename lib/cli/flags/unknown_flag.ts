import { nearest } from "../../core/source/nearest.ts";
import { usageError } from "../usage_error.ts";
import { type CommandSpec, flagsOf } from "./flag.ts";
import { foreignFlag } from "./foreign_flags.ts";

/** The error for a flag that a command does not have: what it has in its place. */
export function unknownFlag(spec: CommandSpec, written: string): Error {
  const foreign = foreignFlag(spec.name, written);
  if (foreign !== undefined) {
    return usageError(
      `Cannot use "${written}": "brace ${spec.name}" has no such flag, ${foreign}`,
      { command: spec.name },
    );
  }
  const bare = written.replace(/^-+/, "");
  const names = flagsOf(spec).map((flag) => flag.name);
  // With one dash, or three, it is the right name too.
  const name = names.includes(bare) ? bare : nearest(bare, names);
  const hint = name === undefined ? "" : ` (did you mean "--${name}"?)`;
  return usageError(
    `Cannot use "${written}": "brace ${spec.name}" has no such flag${hint}`,
    {
      command: spec.name,
      ...(name === undefined ? {} : { suggestion: `--${name}` }),
    },
  );
}
