import { COMMAND_NAMES } from "../command.ts";
import { type Flag, flagsOf } from "../flags/flag.ts";
import { SPECS } from "../flags/specs.ts";
import { TOPIC_NAMES } from "../topic/topics.ts";
import { type Shell, SHELLS } from "./shells.ts";

/** Commands that take words of their own instead of paths. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  help: [...COMMAND_NAMES, ...TOPIC_NAMES],
  completions: SHELLS,
  export: ["postman", "bru"],
};

/** Writes what a shell needs to complete commands, flags, environments and paths: from the table of the help. */
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

/** Commands with their flags; `help` has none. */
const COMMANDS: readonly { name: string; about: string; flags: Flag[] }[] = [
  ...COMMAND_NAMES.map((name) => ({
    name,
    about: SPECS[name].description.split(/[.:;\n]/, 1)[0],
    flags: flagsOf(SPECS[name]),
  })),
  { name: "help", about: "Shows the flags of a command", flags: [] },
];

/** Environments are the files of the nearest folder `environments`. */
const ENVIRONMENTS = `_brace_environments() {
  local folder="$PWD"
  while [ -n "$folder" ] && [ ! -d "$folder/environments" ]; do
    folder="\${folder%/*}"
  done
  [ -d "$folder/environments" ] || return 0
  local file
  for file in "$folder"/environments/*; do
    case "$file" in
      *.yml | *.yaml | *.bru) file="\${file##*/}"; printf '%s\\n' "\${file%.*}" ;;
    esac
  done
}
`;

function bash(): string {
  const flags = COMMANDS.filter(({ flags }) => flags.length > 0).map((
    command,
  ) => `    ${command.name}) words="${command.flags.map(long).join(" ")}" ;;`)
    .join("\n");
  const words = Object.entries(WORDS).map(([name, list]) =>
    `    ${name}) COMPREPLY=($(compgen -W "${list.join(" ")}" -- "$word")) ;;`
  ).join("\n");
  return `# Completions of brace for bash: source <(brace completions bash)
${ENVIRONMENTS}
_brace() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names()} --help --version" -- "$word"))
    return
  fi
  case "$before" in
    --env | -e)
      local IFS=$'\\n'
      COMPREPLY=($(compgen -W "$(_brace_environments)" -- "$word"))
      return ;;
  esac
  case "$command" in
${flags}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")); return ;;
  esac
  case "$command" in
${words}
  esac
}
complete -o default -o bashdefault -F _brace brace
`;
}

function zsh(): string {
  const commands = COMMANDS.map(({ name, about }) =>
    `    '${name}:${quoted(about)}'`
  ).join("\n");
  const cases = COMMANDS.map(({ name, flags }) => {
    const list = flags.map((flag) => `      ${zshFlag(flag)}`).join(" \\\n");
    const rest = WORDS[name] === undefined
      ? "'*:path:_files'"
      : `'1:word:(${WORDS[name].join(" ")})' '*:path:_files'`;
    return `    ${name}) _arguments \\\n${
      list === "" ? "" : `${list} \\\n`
    }      ${rest} ;;`;
  }).join("\n");
  return `#compdef brace
# Completions of brace for zsh: brace completions zsh > "\${fpath[1]}/_brace"
${ENVIRONMENTS}
_brace_env() {
  local -a names
  names=("\${(@f)$(_brace_environments)}")
  compadd -a names
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
  const about = quoted(flag.help).replace(/[[\]]/g, "\\$&");
  const value = flag.value === undefined
    ? ""
    : flag.name === "env"
    ? ":environment:_brace_env"
    : ":value:_files";
  const long = `--${flag.name}${
    value === "" ? "" : flag.optional ? "=-" : "="
  }`;
  return `'*${long}[${about}]${value}'`;
}

function fish(): string {
  const lines = COMMANDS.map(({ name, about }) =>
    `complete -c brace -n __fish_use_subcommand -f -a ${name} -d '${
      fishQuoted(about)
    }'`
  );
  for (const { name, flags } of COMMANDS) {
    const on = `-n '__fish_seen_subcommand_from ${name}'`;
    for (const flag of flags) {
      const short = flag.short === undefined ? "" : ` -s ${flag.short}`;
      const value = flag.value === undefined || flag.optional
        ? ""
        : flag.name === "env"
        ? " -x -a '(__brace_environments)'"
        : " -r";
      lines.push(
        `complete -c brace ${on} -l ${flag.name}${short}${value} -d '${
          fishQuoted(flag.help)
        }'`,
      );
    }
    if (WORDS[name]) {
      lines.push(`complete -c brace ${on} -a '${WORDS[name].join(" ")}'`);
    }
  }
  return `# Completions of brace for fish: brace completions fish > ~/.config/fish/completions/brace.fish
function __brace_environments
  set -l folder $PWD
  while test -n "$folder"; and not test -d "$folder/environments"
    set folder (string replace -r '/[^/]*$' '' -- $folder)
  end
  for file in $folder/environments/*.yml $folder/environments/*.yaml $folder/environments/*.bru
    string replace -r '\\.[^.]*$' '' -- (basename $file)
  end
end
${lines.join("\n")}
`;
}

function powershell(): string {
  const flags = COMMANDS.map(({ name, flags }) =>
    `    '${name}' = @(${flags.map((flag) => `'${long(flag)}'`).join(", ")})`
  ).join("\n");
  const words = Object.entries(WORDS).map(([name, list]) =>
    `    '${name}' = @(${list.map((word) => `'${word}'`).join(", ")})`
  ).join("\n");
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
    @(${COMMANDS.map(({ name }) => `'${name}'`).join(", ")})
  } elseif ($before -in '--env', '-e') {
    Get-ChildItem -Path environments -ErrorAction SilentlyContinue | ForEach-Object { $_.BaseName }
  } elseif ($word.StartsWith('-')) {
    $flags[$given[1]]
  } else {
    $words[$given[1]]
  }
  $offered | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function names(): string {
  return COMMANDS.map(({ name }) => name).join(" ");
}

function long(flag: Flag): string {
  return `--${flag.name}`;
}

function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}

function fishQuoted(text: string): string {
  return text.replace(/['\\]/g, "\\$&");
}
