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
  return found.filter(({ index }) =>
    !comments.some(({ 0: { length }, index: start }) =>
      index > start && index < start + length
    )
  );
}
