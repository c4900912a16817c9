import { join } from "node:path";
import type { CodeLens } from "vscode-languageserver";
import type { OpenDocument } from "./document.ts";

/** The command that an editor runs in its terminal; the server sends nothing. */
const SEND_COMMAND = "brace.send";

/** "Send" above a request: the editor runs the command line that comes with it. */
export function codeLenses({ session, path }: OpenDocument): CodeLens[] {
  const place = session.placeOf(path);
  if (place === undefined) return [];
  const { environment } = session;
  const file = join(session.root, path);
  const args = [
    "run",
    file,
    ...(environment === undefined ? [] : ["--env", environment]),
  ];
  const start = { line: 0, character: 0 };
  return [{
    range: { start, end: start },
    command: {
      title: environment === undefined ? "Send" : `Send with "${environment}"`,
      command: SEND_COMMAND,
      arguments: [{ args, cwd: session.root }],
    },
  }];
}
