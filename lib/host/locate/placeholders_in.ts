/** A stretch of a scalar's value. */
export interface Inside {
  readonly offset: number;
  readonly length: number;
}

/** Where placeholders are in a text whose parts have no keys of their own; `known` keeps what was found. */
export function placeholdersIn(
  known: Map<string, ReadonlyMap<string, Inside>>,
  text: string,
): ReadonlyMap<string, Inside> {
  let places = known.get(text);
  if (places === undefined) {
    const first = new Map<string, Inside>();
    for (const match of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
      const expression = match[1].trim();
      if (first.has(expression)) continue;
      first.set(expression, { offset: match.index, length: match[0].length });
    }
    known.set(text, places = first);
  }
  return places;
}
