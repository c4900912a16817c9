import { loopbackUrl } from "../../core/auth/fields.ts";
import type { FileAuth } from "./open_collection.ts";

/** Names an OAuth 2 flow that is written as the source has it, though Brace does not speak it, or not with its callback. */
export function flowNotes(auth: FileAuth | undefined): string[] {
  if (typeof auth !== "object") return [];
  const { flow, callbackUrl } = auth;
  if (flow === "implicit") {
    return [
      'Brace has no OAuth 2 flow "implicit", which gives the token only to a browser: under "auth", write flow: authorization_code if the server has it, or type: bearer with a token',
    ];
  }
  // The value of a placeholder is for `brace check` to judge.
  const isElsewhere = flow === "authorization_code" &&
    typeof callbackUrl === "string" && !callbackUrl.includes("{{") &&
    loopbackUrl(callbackUrl) === undefined;
  return isElsewhere
    ? [
      'Brace waits for the browser at an address of this machine: under "auth", write one as callbackUrl, such as http://127.0.0.1:8765/callback, and register it with the OAuth 2 server',
    ]
    : [];
}
