import type { ScriptFacts, ScriptName, ScriptReader } from "./types.ts";

const NAME = /\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/;
const SET = /\bset(?:[A-Z][A-Za-z]*)?Var/;
const GET = /\b(?:get|has|delete)(?:[A-Z][A-Za-z]*)?Var/;
const POSTMAN =
  /\b(?:environment|globals|variables|collectionVariables|iterationData)\./;
const POSTMAN_LEGACY = /(?:Environment|Global)Variable/;
const REQUIRE = /\brequire/;

/**
 * Reads a script by what its calls look like: names in literals only, and
 * nothing of what is wrong with it.
 */
export const readByPattern: ScriptReader = ({ code, dialect }): ScriptFacts => {
  const postman = dialect === "postman";
  const sets = [SET.source];
  const reads = [GET.source];
  if (postman) {
    sets.push(`${POSTMAN.source}set`, `\\bset${POSTMAN_LEGACY.source}`);
    reads.push(
      `${POSTMAN.source}(?:get|has|unset)`,
      `\\b(?:get|clear)${POSTMAN_LEGACY.source}`,
    );
  }
  const computed = new RegExp(
    `(?:${sets.join("|")})\\s*\\((?!\\s*["'\`][^"'\`$]*["'\`]\\s*,)`,
  ).exec(code);
  return {
    sets: namesIn(code, sets),
    reads: namesIn(code, reads),
    ...(computed &&
      { computed: { offset: computed.index, length: computed[0].length } }),
    readsAny: new RegExp(`(?:${reads.join("|")})\\s*\\((?!\\s*["'\`])`)
      .test(code),
    requires: namesIn(code, [REQUIRE.source]),
    writes: new Set(),
    problems: [],
  };
};

/** The names that calls are given first. */
function namesIn(code: string, calls: readonly string[]): ScriptName[] {
  const pattern = new RegExp(`(?:${calls.join("|")})${NAME.source}`, "g");
  return [...code.matchAll(pattern)].map((match) => {
    const [whole, a, b, c] = match;
    const name = a ?? b ?? c;
    const offset = match.index + whole.length - name.length - 1;
    return { name, offset, length: name.length };
  });
}
