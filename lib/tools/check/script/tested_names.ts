/** The names that one of these reads asks for before it uses what it gets. */
export function testedNames(
  reads: Iterable<{ readonly name: string; readonly tested?: true }>,
): Set<string> {
  const names = new Set<string>();
  for (const { name, tested } of reads) if (tested) names.add(name);
  return names;
}
