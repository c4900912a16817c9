/** One challenge of a WWW-Authenticate header. */
export interface Challenge {
  /** Lower case. */
  readonly scheme: string;
  /** By lower-case name; of repeated ones the first. Quotes and escapes are taken off. */
  readonly parameters: ReadonlyMap<string, string>;
}

const SKIP = /[\s,]+/y;
const SPACE = /[ \t]+/y;
const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const TOKEN68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;
const UNQUOTED = /[^\s,]*/y;

/**
 * Reads the challenges of WWW-Authenticate values (RFC 9110, 11.6.1), several
 * in one value and several values alike. What is malformed is skipped, an
 * unclosed quote ends with the value; never throws, linear in the length.
 *
 * @example
 * ```ts
 * import { parseChallenges } from "./parse_challenges.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const [first, second] = parseChallenges(['Negotiate, Digest realm="a, \\"b\\"", qop=auth']);
 * assertEquals(first.scheme, "negotiate");
 * assertEquals(second.parameters.get("realm"), 'a, "b"');
 * ```
 */
export function parseChallenges(values: readonly string[]): Challenge[] {
  return values.flatMap((value) => new Scanner(value).challenges());
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  challenges(): Challenge[] {
    const found: Challenge[] = [];
    let parameters: Map<string, string> | undefined;
    while (this.#at < this.#text.length) {
      if (this.#take(SKIP) !== undefined) continue;
      const name = this.#take(TOKEN)?.toLowerCase();
      if (name === undefined) {
        this.#at++;
      } else if (this.#take(EQUALS) === undefined) {
        // A token without "=" opens the next challenge.
        parameters = new Map();
        found.push({ scheme: name, parameters });
        if (this.#take(SPACE) !== undefined) this.#take(TOKEN68);
      } else {
        const value = this.#value();
        if (parameters && !parameters.has(name)) parameters.set(name, value);
      }
    }
    return found;
  }

  #value(): string {
    if (this.#text[this.#at] !== '"') return this.#take(UNQUOTED)!;
    let out = "";
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      let char = this.#text[this.#at];
      if (char === '"') {
        this.#at++;
        return out;
      }
      if (char === "\\") char = this.#text[++this.#at] ?? "";
      out += char;
    }
    return out;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#at = pattern.lastIndex;
    return match[0];
  }
}
