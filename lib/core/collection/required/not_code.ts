/** Comments of a script. An address whose quotes are not seen is none: `https://…`. */
export const SCRIPT_COMMENT = /(?<!:)\/\/[^\n]*|\/\*[^]*?\*\//;

/** What else of a script is no code: texts and patterns. */
export const SCRIPT_TEXT =
  /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|(?<=(?:^|[(,=:[!&|?{};>])\s*)\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//;

const PART = new RegExp(
  `(${SCRIPT_COMMENT.source})|${SCRIPT_TEXT.source}`,
  "g",
);

/** What a pattern finds in a script outside of its comments. */
export function matchesInCode(
  code: string,
  pattern: RegExp,
): RegExpExecArray[] {
  const found = [...code.matchAll(pattern)];
  if (found.length === 0 || !/\/[/*]/.test(code)) return found;
  const comments = [...code.matchAll(PART)].filter(([, comment]) => comment);
  // Both are in the order of the script.
  let at = 0;
  return found.filter(({ index }) => {
    while (at < comments.length && endOf(comments[at]) <= index) at++;
    return at === comments.length || comments[at].index > index;
  });
}

function endOf({ 0: { length }, index }: RegExpExecArray): number {
  return index + length;
}
