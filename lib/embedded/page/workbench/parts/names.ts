/** Names as a sentence has them. */
export function allNamed(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names);
}

/** So many things are named. */
const MAX_NAMED = 6;

/** Names in quotes, of many the first ones. */
export function few(names: readonly string[]): string {
  const quoted = names.map((it) => `“${it}”`);
  if (names.length <= MAX_NAMED) return allNamed(quoted);
  const named = quoted.slice(0, MAX_NAMED - 1);
  return allNamed([...named, `${names.length - named.length} more`]);
}

/** Names that a person typed, with commas between them. */
export function typedNames(text: string): string[] {
  return text.split(",").map((it) => it.trim()).filter(Boolean);
}
