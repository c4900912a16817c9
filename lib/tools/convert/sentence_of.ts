import type { ImportNote } from "./types.ts";

/** A note as one sentence, with what it is about. */
export function sentenceOf(
  { about, message }: Pick<ImportNote, "about" | "message">,
): string {
  return about === undefined ? message : `In ${about}: ${message}`;
}
