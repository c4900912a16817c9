import { writeOutput } from "../../host/terminal/write_output.ts";
import { completions } from "./completions.ts";
import type { Shell } from "./shells.ts";

/** `brace completions`: prints what a shell needs to complete Brace's command lines. */
export function completionsCommand(shell: Shell): number {
  writeOutput(completions(shell));
  return 0;
}
