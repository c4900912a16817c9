/**
 * Calls of `require` that JSR takes for imports, and refuses: those of a URL in
 * a text, wherever they stand. (In generated texts quotes are escaped.)
 */
export function refusedRequires(code: string): string[] {
  return [
    ...code.matchAll(/\brequire\s*\(\s*(["'`])(?!node:)[\w+.-]+:[^"'`]*\1/g),
  ]
    .map(([call]) => call);
}
