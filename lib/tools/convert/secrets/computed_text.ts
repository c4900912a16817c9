const PLUS =
  /(?:\s|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*\+(?![+=])(?:\s|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;
const PLAIN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\[^])*`/y;

/**
 * Whether a script adds something to the text that ends at an offset which it
 * computes: `"sha256=" + signature`. Of `"abc" + "def"`, all is written there.
 */
export function isComputed(code: string, end: number): boolean {
  for (let at = end;;) {
    PLUS.lastIndex = at;
    if (!PLUS.test(code)) return false;
    PLAIN.lastIndex = PLUS.lastIndex;
    if (!PLAIN.test(code)) return true;
    at = PLAIN.lastIndex;
  }
}

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
