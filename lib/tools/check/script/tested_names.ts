/** The names that one of these reads asks for before it uses what it gets. */
export function testedNames(
  reads: Iterable<{ readonly name: string; readonly tested?: true }>,
): Set<string> {
  const names = new Set<string>();
  for (const { name, tested } of reads) if (tested) names.add(name);
  return names;
}

const HAS = /\bhas(\w*Var)\(\s*(["'`])([^"'`\\\n$]+)\2/g;

/**
 * Whether a script itself asks with `hasVar`, or with that of another scope,
 * whether there is what `getVar` of the same scope reads.
 *
 * @param call Such as `getVar`.
 */
export function asksFor(code: string, call: string, name: string): boolean {
  return [...code.matchAll(HAS)].some(([, scope, , asked]) =>
    call === `get${scope}` && asked === name
  );
}
