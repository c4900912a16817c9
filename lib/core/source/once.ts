/**
 * Calls a function when it is wanted first, and gives its result from then on.
 * For an import: repeating one takes a turn of the event loop.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Texts that are kept: problems come many for one text. */
const MAX_COUNT = 4;

/** A function of a text that reads each of the texts asked about last once. */
export function ofLastTexts<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = { value: read(text) };
      if (known.size >= MAX_COUNT) {
        const [oldest] = known.keys();
        known.delete(oldest);
      }
      known.set(text, found);
    }
    return found.value;
  };
}
