import { environmentNames } from "../../host/request_paths.ts";
import { requestPaths } from "../../host/request_paths.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { type Completed, type Shell, SHELLS } from "./shells.ts";
import { type Flag, flagHelp, flagsOf } from "../flags/flag.ts";
import { COMMAND_NAMES, type CommandName } from "../command.ts";
import { COMMANDS } from "../commands.ts";
import { TOPIC_NAMES } from "../topic/topics.ts";

/**
 * `brace completions`: prints what a shell needs to complete Brace's command
 * lines, or what it asks for while one is written.
 */
export async function completionsCommand(wanted: Completed): Promise<number> {
  if (wanted.kind === "script") {
    writeOutput(await completionScript(wanted.shell), "text");
  } else {
    const names = await offered(wanted);
    // A line that is not a name would be typed in as one.
    const lines = names.filter((name) => escapeControls(name) === name);
    writeOutput(lines.map((name) => `${name}\n`).join(""));
  }
  return 0;
}

/** While completing, problems are not shown; there is nothing to offer then. */
async function offered(
  { kind, word }: Exclude<Completed, { kind: "script" }>,
): Promise<string[]> {
  try {
    switch (kind) {
      case "environments": {
        const names = await environmentNames();
        return names.filter((name) => name.startsWith(word));
      }
      case "paths": {
        return requestPaths(word);
      }
      default:
        return kind satisfies never;
    }
  } catch {
    return [];
  }
}

/** Writes what a shell needs to complete Brace's command lines: from the table of the help. */
export async function completionScript(shell: Shell): Promise<string> {
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

/** The script for PowerShell. */
function powershell(all: readonly CompletedCommand[]): string {
  const flags = all.map(({ name, flags }) =>
    `    '${name}' = @(${flags.map((flag) => `'${long(flag)}'`).join(", ")})`
  ).join("\n");
  const words = all.filter(({ words }) => words.length > 0)
    .map(({ name, words }) =>
      `    '${name}' = @(${words.map((word) => `'${word}'`).join(", ")})`
    ).join("\n");
  const paths = all.filter(({ takesPaths }) => takesPaths)
    .map(({ name }) => `'${name}'`).join(", ");
  return `# Completions of brace for PowerShell: brace completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName brace -ScriptBlock {
  param($word, $ast, $position)
  $flags = @{
${flags}
  }
  $words = @{
${words}
  }
  $given = @($ast.CommandElements | ForEach-Object { "$_" })
  $before = if ($word -eq '') { $given[-1] } else { $given[-2] }
  $offered = if ($given.Count -le 1 -or ($given.Count -eq 2 -and $word -ne '')) {
    @(${all.map(({ name }) => `'${name}'`).join(", ")})
  } elseif ($before -in '--env', '-e') {
    brace completions environments "$word" 2>$null
  } elseif ($word.StartsWith('-')) {
    $flags[$given[1]]
  } elseif ($given[1] -in ${paths}) {
    brace completions paths "$word" 2>$null
  } else {
    $words[$given[1]]
  }
  $offered | Where-Object { "$_".StartsWith($word) } | ForEach-Object {
    $text = $_
    # A file's name is not to be run: '$(rm -r .).yml'.
    if ($text -notmatch '^[\\w./\\\\:@=+-]+$') {
      $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($text) + "'"
    }
    [System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $_)
  }
}
`;
}

/** The script for fish. */
function fish(all: readonly CompletedCommand[]): string {
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

/**
 * The script for bash. What comes from files goes nowhere near `compgen -W`,
 * which expands it: a name such as `$(rm -r .)` would be run.
 */
function bash(all: readonly CompletedCommand[]): string {
  const flags = all.filter(({ flags }) => flags.length > 0)
    .map(({ name, flags }) =>
      `    ${name}) words="${flags.map(long).join(" ")}" ;;`
    ).join("\n");
  const words = all.filter(({ words }) => words.length > 0)
    .map(({ name, words }) => `    ${name}) words="${words.join(" ")}" ;;`)
    .join("\n");
  const paths = all.filter(({ takesPaths }) => takesPaths)
    .map(({ name }) => name).join(" | ");
  return `# Completions of brace for bash: source <(brace completions bash)

# Offers what brace says, a line each; bash quotes it and ends folders in a slash.
_brace_ask() {
  local line
  compopt -o filenames 2> /dev/null
  while IFS= read -r line; do
    COMPREPLY+=("\${line%/}")
  done < <(brace completions "$1" "$2" 2> /dev/null)
}

_brace() {
  local word="\${COMP_WORDS[COMP_CWORD]}" at=$((COMP_CWORD - 1))
  # "--env=local" is three words, "--env=" two.
  if [ "$word" = = ]; then word=""; elif [ "\${COMP_WORDS[at]}" = = ]; then at=$((at - 1)); fi
  local before="\${COMP_WORDS[at]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${
    all.map(({ name }) => name).join(" ")
  } --help --version" -- "$word"))
    return
  fi
  case "$command $before" in
${all.map(valueCases).join("")}  esac
  case "$command" in
${flags}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")); return ;;
  esac
  words=""
  case "$command" in
${words}
    ${paths}) _brace_ask paths "$word"; return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -o bashdefault -F _brace brace
`;
}

/** What may follow a flag: environments, the words that the help lists, or else a file. */
function valueCases({ name, flags }: CompletedCommand): string {
  return flags.filter(({ value, optional }) => value !== undefined && !optional)
    .map((flag) => {
      const short = flag.short === undefined
        ? ""
        : ` | "${name} -${flag.short}"`;
      const values = valuesOf(flag);
      const offer = flag.name === "env"
        ? '_brace_ask environments "$word"; '
        : values.length > 0
        ? `COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$word")); `
        : "";
      return `    "${name} ${long(flag)}"${short}) ${offer}return ;;\n`;
    }).join("");
}

/** The script for zsh. */
function zsh(all: readonly CompletedCommand[]): string {
  const commands = all.map(({ name, about }) =>
    `    '${name}:${quoted(about)}'`
  ).join("\n");
  const cases = all.map(({ name, flags, words, takesPaths }) => {
    const list = flags.map((flag) => `      ${zshFlag(flag)}`).join(" \\\n");
    const first = words.length === 0 ? "" : `'1:word:(${words.join(" ")})' `;
    const rest = `${first}'*:path:${takesPaths ? "_brace_paths" : "_files"}'`;
    return `    ${name}) _arguments \\\n${
      list === "" ? "" : `${list} \\\n`
    }      ${rest} ;;`;
  }).join("\n");
  return `#compdef brace
# Completions of brace for zsh: brace completions zsh > "\${fpath[1]}/_brace"

_brace_env() {
  local -a names
  names=("\${(@f)$(brace completions environments "$PREFIX" 2> /dev/null)}")
  names=("\${(@)names:#}")
  compadd -a names
}

_brace_paths() {
  local -a paths folders
  paths=("\${(@f)$(brace completions paths "$PREFIX" 2> /dev/null)}")
  folders=("\${(@M)paths:#*/}")
  paths=("\${(@)\${(@)paths:#*/}:#}")
  compadd -S '' -a folders
  compadd -a paths
  (( compstate[nmatches] )) || _files
}

_brace() {
  local -a commands
  commands=(
${commands}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases}
  esac
}

if [ "$funcstack[1]" = _brace ]; then _brace "$@"; else compdef _brace brace; fi
`;
}

function zshFlag(flag: Flag): string {
  const about = quoted(flagHelp(flag)).replace(/[[\]]/g, "\\$&");
  const value = flag.value === undefined
    ? ""
    : flag.name === "env"
    ? ":environment:_brace_env"
    : valuesOf(flag).length > 0
    ? `:value:(${valuesOf(flag).join(" ")})`
    : ":value:_files";
  const long = `--${flag.name}${
    value === "" ? "" : flag.optional ? "=-" : "="
  }`;
  if (flag.short === undefined) return `'*${long}[${about}]${value}'`;
  const short = `-${flag.short}${value === "" ? "" : "+"}`;
  return `'*'{${short},${long}}'[${about}]${value}'`;
}

function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}

/** A command as it is completed. */
interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly Flag[];
  /** The words that it takes; empty: paths, or nothing that is known. */
  readonly words: readonly string[];
  /** Whether it takes folders and requests of a collection. */
  readonly takesPaths: boolean;
}

/** Commands that take words of their own. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  completions: SHELLS,
  export: ["postman", "bru"],
};

/** All commands, from the table of the help; `help` has no flags. */
async function completedCommands(): Promise<CompletedCommand[]> {
  return [
    ...await Promise.all(COMMAND_NAMES.map(completedCommand)),
    {
      name: "help",
      about: "Shows the flags of a command",
      flags: [],
      words: [...COMMAND_NAMES, ...TOPIC_NAMES],
      takesPaths: false,
    },
  ];
}

async function completedCommand(name: CommandName): Promise<CompletedCommand> {
  const { spec } = await COMMANDS[name].load();
  return {
    name,
    about: spec.description.replaceAll("\n", " ").split(/[.:;](?: |$)/, 1)[0],
    flags: flagsOf(spec),
    words: WORDS[name] ?? [],
    takesPaths: spec.usage.startsWith("[paths…]"),
  };
}

/** The words that a flag's value can be, where the help lists them; else none. */
function valuesOf({ value = "" }: Flag): readonly string[] {
  return /^[a-z]+(?:\|[a-z]+)+$/.test(value) ? value.split("|") : [];
}

/** A flag as it is typed. */
function long(flag: Flag): string {
  return `--${flag.name}`;
}
