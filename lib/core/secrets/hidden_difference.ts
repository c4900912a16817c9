/** What a failed test or assertion claims of two texts. */
const CLAIMS = [
  // As chai writes it.
  /expected '(?<actual>[^]*)' to (?:deeply |strictly )?(?<word>include|contain|equal) '(?<expected>[^]*)'$/,
  / (?<word>contains|startsWith|endsWith|eq) (?<expected>"[^]*"): got (?<actual>"[^]*")$/,
];

/** Nobody compares longer ones by eye, and the search for a claim takes its time. */
const MAX_LENGTH = 10_000;

/** Two texts of which one is wanted, or what of it can be seen. */
interface Texts {
  readonly actual?: string | undefined;
  readonly expected?: string | undefined;
}

/** Adds to the masked message of a failed check why its two texts look as if it had to pass. */
export function withHiddenDifference(message: string, masked: string): string {
  if (message.length > MAX_LENGTH) return masked;
  for (const pattern of CLAIMS) {
    const claim = pattern.exec(message)?.groups;
    const shown = pattern.exec(masked)?.groups;
    if (claim === undefined || shown === undefined) continue;
    const difference = hiddenDifference(claim.word, claim, shown);
    if (difference !== undefined) return `${masked} (${difference})`;
  }
  return masked;
}

/**
 * Says that a claim, such as `contains`, seems to hold for two masked texts and
 * does not for what they hide; undefined where that is not so. Nothing of a
 * secret is in it.
 */
export function hiddenDifference(
  word: string,
  texts: Texts,
  shown: Texts,
): string | undefined {
  if (holds(word, texts) || !holds(word, shown)) return undefined;
  const { actual = "", expected = "" } = texts;
  const plain = { actual: decoded(actual), expected: decoded(expected) };
  return holds(word, plain)
    ? "the hidden texts differ: one is percent-encoded"
    : "the hidden texts differ";
}

function holds(word: string, { actual = "", expected = "" }: Texts): boolean {
  const [all, part] = [actual, expected].map((it) =>
    it.replace(/^"([^]*)"$/, "$1")
  );
  switch (word) {
    case "include":
    case "contain":
    case "contains":
      return all.includes(part);
    case "startsWith":
      return all.startsWith(part);
    case "endsWith":
      return all.endsWith(part);
    case "equal":
    case "eq":
      return actual === expected;
    default:
      return false;
  }
}

function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (all) => {
    try {
      return decodeURIComponent(all);
    } catch {
      return all;
    }
  });
}
