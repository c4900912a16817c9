/**
 * Calls a function when it is wanted first, and gives its result from then on.
 * For an import: repeating one takes a turn of the event loop.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
