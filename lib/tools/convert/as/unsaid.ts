import type { WrittenRequest } from "./types.ts";

/** What a client cannot be told of a request, a line each, for a comment. */
export function unsaid(
  { omitted = [] }: WrittenRequest,
  { client, adds }: {
    /** Who it is, at the beginning of a sentence. */
    readonly client: string;
    /** Headers that it adds by itself, in lower case. */
    readonly adds: readonly string[];
  },
): string[] {
  return omitted.filter((name) => adds.includes(name.toLowerCase()))
    .map((name) => `${client} cannot leave out this header: ${name}`);
}
