import { type Flag, flagHelp } from "../flags/flag.ts";
import { type CompletedCommand, valuesOf } from "./table.ts";

/** The script for zsh. */
export function zsh(all: readonly CompletedCommand[]): string {
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
