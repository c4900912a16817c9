import { flagHelp } from "../flags/flag.ts";
import { type CompletedCommand, valuesOf } from "./table.ts";

/** The script for fish. */
export function fish(all: readonly CompletedCommand[]): string {
  const lines = all.map(({ name, about }) =>
    `complete -c brace -n __fish_use_subcommand -f -a ${name} -d '${
      fishQuoted(about)
    }'`
  );
  for (const { name, flags, words, takesPaths } of all) {
    const on = `-n '__fish_seen_subcommand_from ${name}'`;
    for (const flag of flags) {
      const short = flag.short === undefined ? "" : ` -s ${flag.short}`;
      const value = flag.value === undefined || flag.optional
        ? ""
        : flag.name === "env"
        ? " -x -a '(__brace_environments)'"
        : valuesOf(flag).length > 0
        ? ` -x -a '${valuesOf(flag).join(" ")}'`
        : " -r";
      lines.push(
        `complete -c brace ${on} -l ${flag.name}${short}${value} -d '${
          fishQuoted(flagHelp(flag))
        }'`,
      );
    }
    if (words.length > 0) {
      lines.push(`complete -c brace ${on} -a '${words.join(" ")}'`);
    }
    if (takesPaths) {
      lines.push(`complete -c brace ${on} -f -a '(__brace_paths)'`);
    }
  }
  return `# Completions of brace for fish: brace completions fish > ~/.config/fish/completions/brace.fish
function __brace_environments
  # Of "--env=local" and "-elocal" what stands after the flag.
  brace completions environments (commandline -ct | string replace -r '^(--[^=]*=|-[^-])' '') 2> /dev/null
end
function __brace_paths
  set -l word (commandline -ct)
  set -l paths (brace completions paths "$word" 2> /dev/null)
  if set -q paths[1]
    printf '%s\\n' $paths
  else
    __fish_complete_path "$word"
  end
end
${lines.join("\n")}
`;
}

function fishQuoted(text: string): string {
  return text.replace(/['\\]/g, "\\$&");
}
