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
