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
): Pick<ImportNote, "kind" | "message"> | undefined {
  if (!name) return undefined;
  const operations = query.match(/\b(?:query|mutation|subscription)\s+\w+/g);
  return (operations?.length ?? 0) > 1
    ? {
      kind: "person",
      message:
        `Brace does not send the "operationName" "${name}": keep only that operation in the query`,
    }
    : {
      kind: "changed",
      message:
        `Left out the "operationName" "${name}", which a query with one operation does not need`,
    };
}
