import type { Command } from "../command.ts";
import type { CommandSpec } from "./flag.ts";
import type { FlagValues } from "./flag_values.ts";

/**
 * Turns the flags of a command into what is asked for.
 *
 * @throws {UsageError} A flag's value is wrong, or flags exclude each other.
 */
export type ToCommand = (flags: FlagValues) => Command;

/** The command line of a command, and what it asks for. */
export interface CommandLine {
  readonly spec: CommandSpec;
  readonly toCommand: ToCommand;
}
