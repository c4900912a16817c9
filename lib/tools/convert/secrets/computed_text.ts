/** Names of algorithms, with which a text begins that says how something is computed. */
const ALGORITHM =
  /(?<![A-Za-z\d])(?:hmac|aws|rsa|ecdsa|sha|md|hs|rs|es)+(?:[-_]?\d+)*/gi;
const WORD = /[A-Za-z\d]{12,}/g;

/**
 * Whether a piece of a computed text is a credential by itself: a long word of
 * mixed characters, as no prefix is one. `sha256=` and `Credential=shop` say
 * what follows.
 */
export function holdsCredential(text: string): boolean {
  const words = text.replace(ALGORITHM, " ").match(WORD) ?? [];
  return words.some((word) =>
    /[A-Za-z]/.test(word) && /\d/.test(word) ||
    /[a-z][A-Z]+[a-z]+[A-Z]/.test(word)
  );
}
