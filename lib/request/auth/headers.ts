/** Headers in order, names as written. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** The values of a header, by its lower-case name, in order. */
export function headerValuesOf(headers: Headers, name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, v]) =>
    v
  );
}

/** Sets headers: earlier ones of the same names, in any case, make way. */
export function setHeaders(headers: Headers, set: Headers): Headers {
  const names = new Set(set.map(([name]) => name.toLowerCase()));
  return [
    ...headers.filter(([name]) => !names.has(name.toLowerCase())),
    ...set,
  ];
}
