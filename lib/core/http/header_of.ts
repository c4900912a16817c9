type HeaderPair = readonly [name: string, value: string];

/** The first value of a header, by its lower-case name; undefined when it is not there. */
export function headerOf(
  headers: readonly HeaderPair[],
  name: string,
): string | undefined {
  for (const [key, value] of headers) {
    // Comparing lengths first spares most of the lower-casing.
    if (key.length === name.length && key.toLowerCase() === name) return value;
  }
  return undefined;
}

/** Every value of a header, by its lower-case name. */
export function headersOf(
  headers: readonly HeaderPair[],
  name: string,
): string[] {
  return headers
    .filter(([key]) => key.length === name.length && key.toLowerCase() === name)
    .map(([, value]) => value);
}

/** Headers with others put in the place of those with the same names, or at the end. */
export function withHeaders(
  headers: readonly HeaderPair[],
  set: readonly HeaderPair[],
): [name: string, value: string][] {
  const names = new Set(set.map(([name]) => name.toLowerCase()));
  const kept = headers.filter(([name]) => !names.has(name.toLowerCase()));
  return [...kept, ...set].map(([name, value]) => [name, value]);
}
