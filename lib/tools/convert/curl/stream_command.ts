import type { FileAuth, FileRow } from "../open_collection.ts";
import type { CommandRequest } from "./curl_request.ts";

/** Something that has to be said of a command. */
export type CommandNote = CommandRequest["notes"][number];

/** What a command of a program other than curl is. */
export type ReadCommand =
  | {
    readonly request: CommandRequest;
    /** Paths of files that it names. */
    readonly files?: readonly string[];
    /** `.proto` files beside that of the request. */
    readonly protoFiles?: readonly string[];
    readonly importPaths?: readonly string[];
  }
  /** It sends no request: why it is left out. */
  | { readonly left: string; readonly request?: undefined };

/** Names the flags that nobody knows. */
export function unknownNotes(unknown: readonly string[]): CommandNote[] {
  return unknown.map((flag) => ({
    kind: "person",
    message: `The flag "${flag}" is unknown and left out`,
  }));
}

/** What flags about connections are in Brace. */
const FLAGS_OF_A_RUN: Readonly<Record<string, string>> = {
  insecure: "--insecure",
  "no-check": "--insecure",
  proxy: "--proxy URL",
  cacert: "--ca FILE",
  ca: "--ca FILE",
};

/** Says which flags a run has in place of a program's, and where client certificates go. */
export function runNotes(
  program: string,
  has: (name: string) => boolean,
  dashes: string,
): CommandNote[] {
  const notes = Object.entries(FLAGS_OF_A_RUN).filter(([name]) => has(name))
    .map(([name, flag]): CommandNote => ({
      kind: "person",
      message: `Run with ${flag} for ${program}'s ${dashes}${name}`,
    }));
  if (has("cert") || has("client-pkcs12-der")) {
    notes.push({
      kind: "person",
      message:
        "Name the client certificate in config.clientCertificates of opencollection.yml",
    });
  }
  return notes;
}

/** Rows of headers as commands have them, a bearer token as auth. */
export function curlHeaders(
  written: readonly string[],
): { headers: FileRow[]; auth?: FileAuth } {
  const headers: FileRow[] = [];
  let auth: FileAuth | undefined;
  for (const one of written) {
    const colon = one.indexOf(":");
    const name = (colon === -1 ? one : one.slice(0, colon)).trim();
    const value = colon === -1 ? "" : one.slice(colon + 1).trim();
    const bearer = /^bearer (.+)$/i.exec(value);
    if (/^authorization$/i.test(name) && bearer) {
      auth = { type: "bearer", token: bearer[1].trim() };
    } else if (name !== "") headers.push({ name, value });
  }
  return { headers, ...(auth && { auth }) };
}

/** `user:password` as auth. */
export function basicOf(user: string | undefined): FileAuth | undefined {
  if (user === undefined) return undefined;
  const colon = user.indexOf(":");
  return {
    type: "basic",
    username: colon === -1 ? user : user.slice(0, colon),
    password: colon === -1 ? "" : user.slice(colon + 1),
  };
}
