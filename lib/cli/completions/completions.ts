import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { powershell } from "./powershell.ts";
import type { Shell } from "./shells.ts";
import { zsh } from "./zsh.ts";

/** Writes what a shell needs to complete Brace's command lines: from the table of the help. */
export function completions(shell: Shell): string {
  switch (shell) {
    case "bash":
      return bash();
    case "zsh":
      return zsh();
    case "fish":
      return fish();
    case "powershell":
      return powershell();
    default:
      return shell satisfies never;
  }
}
