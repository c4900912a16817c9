import type { ImportNote } from "./types.ts";

/** A number of requests in words. */
export function requestCount(count: number): string {
  return `${count} request${count === 1 ? "" : "s"}`;
}

/** A note as one sentence, with what it is about. */
export function sentenceOf(
  { about, message }: Pick<ImportNote, "about" | "message">,
): string {
  return about === undefined ? message : `In ${about}: ${message}`;
}

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
