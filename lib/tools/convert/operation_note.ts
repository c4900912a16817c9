/** What to say of an operation's name, which Brace does not send. One operation needs no name. */
export function operationNote(
  query: string,
  name: string | undefined,
): string | undefined {
  const operations = query.match(/\b(?:query|mutation|subscription)\s+\w+/g);
  return name && (operations?.length ?? 0) > 1
    ? `Brace does not send the "operationName" "${name}": keep only that operation in the query`
    : undefined;
}
