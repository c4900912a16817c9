import { literalPattern } from "../source/literal_pattern.ts";

/**
 * The names that `:id.json` in a URL can have for its path parameter, the one
 * that counts first: with the ending, as the apps of Bruno and Postman name a
 * segment, and without.
 *
 * @param written What follows the colon.
 */
export function segmentNames(
  written: string,
): readonly [whole: string, base: string] {
  const [base] = written.split(".", 1);
  return [written, base];
}

/** A name that is found wherever a path parameter can stand. */
const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/;
const LEAD = "(^|[/(,='\"]):";
const PLAIN = "[A-Za-z_][\\w.-]*(?=$|[/(),;'\"])";
/** `:id` as a whole segment, with an ending (`:id.json`), and in the brackets of an OData key: `(:id)`, `(Key=':id')`. */
export const PATH_PARAMETER = new RegExp(`${LEAD}(${PLAIN})`, "g");

/**
 * Finds path parameters in the text of a path: what stands before the colon,
 * and the name. A name of other characters, as clients allow them, is found as
 * a whole segment only: `:from-:to`, `:1st`, `:größe`.
 *
 * @param names The names of the parameters that there are.
 */
export function pathParameterPattern(names: Iterable<string>): RegExp {
  const others = [...names].filter((name) =>
    name !== "" && !PLAIN_NAME.test(name)
  ).toSorted((a, b) => b.length - a.length).map(literalPattern);
  if (others.length === 0) return PATH_PARAMETER;
  const whole = `(?<=(?:^|/):)(?:${others.join("|")})(?=$|[/.])`;
  return new RegExp(`${LEAD}(${whole}|${PLAIN})`, "g");
}
