import { VERSION } from "../../lib/core/source/version.ts";
import { runProgram } from "./run_program.ts";

/** Runs a program that has to print this version. */
export async function expectVersion(
  command: readonly string[],
  cwd?: string,
): Promise<void> {
  const printed = (await runProgram(command, { cwd })).trim();
  if (printed !== `brace ${VERSION}`) {
    throw new Error(`${command.join(" ")} printed ${JSON.stringify(printed)}`);
  }
}
