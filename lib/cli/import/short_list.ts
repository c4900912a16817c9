/** Of many names only so many are listed. */
const MAX_NAMES = 10;

/** The first of many names. */
export function shortList(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(", ") +
    (more > 0 ? ` and ${more} more` : "");
}
