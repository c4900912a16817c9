import type { FileAuth } from "./open_collection.ts";

/** Names an OAuth 2 flow that is written as the source has it, though Brace does not speak it. */
export function flowNotes(auth: FileAuth | undefined): string[] {
  return typeof auth === "object" && auth.flow === "implicit"
    ? [
      'Brace has no OAuth 2 flow "implicit", which gives the token only to a browser: under "auth", write flow: authorization_code if the server has it, or type: bearer with a token',
    ]
    : [];
}
