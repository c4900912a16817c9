/** The keys of a request of Postman's that `client.sendRequest` does not read as Postman does. */
export type ForeignKey = "header" | "body";

/** Kinds of a body of Postman's: its `mode` is one, and names the key beside it. */
export const POSTMAN_MODES: readonly string[] = [
  "raw",
  "urlencoded",
  "formdata",
  "file",
  "graphql",
];

/** What to say of such a key: the run and a check say the same. */
export const FOREIGN_KEYS: Readonly<Record<ForeignKey, string>> = {
  header:
    'Ignored "header" of sendRequest: it is Postman\'s (write headers: { NAME: VALUE })',
  body:
    'Took "body" of sendRequest for JSON: its "mode" is Postman\'s (write data: text, an object for JSON, or a URLSearchParams for a form)',
};

/** The keys of a request that a script sends which are Postman's, and not beside Brace's own. */
export function foreignKeys(
  config: Readonly<Record<string, unknown>>,
): ForeignKey[] {
  const { header, headers, body, data } = config;
  const found: ForeignKey[] = [];
  if (header !== undefined && headers === undefined) found.push("header");
  const { mode } = Object(body);
  const isForeign = data === undefined && POSTMAN_MODES.includes(mode) &&
    Object.hasOwn(body as object, mode);
  return isForeign ? [...found, "body"] : found;
}
