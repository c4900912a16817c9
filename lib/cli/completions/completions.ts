import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { powershell } from "./powershell.ts";
import type { Shell } from "./shells.ts";
import { completedCommands } from "./table.ts";
import { zsh } from "./zsh.ts";

/** Writes what a shell needs to complete Brace's command lines: from the table of the help. */
export async function completions(shell: Shell): Promise<string> {
  const commands = await completedCommands();
  switch (shell) {
    case "bash":
      return bash(commands);
    case "zsh":
      return zsh(commands);
    case "fish":
      return fish(commands);
    case "powershell":
      return powershell(commands);
    default:
      return shell satisfies never;
  }
}
