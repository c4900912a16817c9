import { type CompletedCommand, long, valuesOf } from "./table.ts";

/**
 * The script for bash. What comes from files goes nowhere near `compgen -W`,
 * which expands it: a name such as `$(rm -r .)` would be run.
 */
export function bash(all: readonly CompletedCommand[]): string {
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
