import { type CompletedCommand, long } from "./table.ts";

/** The script for PowerShell. */
export function powershell(all: readonly CompletedCommand[]): string {
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
