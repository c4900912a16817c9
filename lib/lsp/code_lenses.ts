import type { CodeLens } from "vscode-languageserver";
import { join } from "node:path";
import { counted } from "../core/source/counted.ts";
import { makePlan } from "../core/plan/make_plan.ts";
import { neededIn } from "../host/files/needed_in.ts";
import type { OpenDocument } from "./document.ts";
import type { EditorSession } from "./session.ts";

/** The command that an editor runs in its terminal; the server sends nothing. */
const SEND_COMMAND = "brace.send";

/** "Send" above a request, alone or behind those that set what it uses: the editor runs the command line that comes with it. */
export function codeLenses({ session, path }: OpenDocument): CodeLens[] {
  const place = session.placeOf(path);
  if (place === undefined) return [];
  const { environment } = session;
  const start = { line: 0, character: 0 };
  const lens = (title: string, ...flags: readonly string[]): CodeLens => ({
    range: { start, end: start },
    command: {
      title: environment === undefined
        ? title
        : `${title} with "${environment}"`,
      command: SEND_COMMAND,
      arguments: [{
        args: [
          "run",
          join(session.root, path),
          ...(environment === undefined ? [] : ["--env", environment]),
          ...flags,
        ],
        cwd: session.root,
      }],
    },
  });
  const needed = neededBy(session, path);
  const [only] = needed;
  if (only === undefined) return [lens("Send")];
  const those = needed.length === 1 ? only : counted(needed.length, "request");
  return [lens("Send"), lens(`Send after ${those}`, "--with-needed")];
}

/** The paths of the requests that `--with-needed` adds to one. */
function neededBy({ collection }: EditorSession, path: string): string[] {
  if (collection === undefined) return [];
  const { value } = makePlan(collection, {
    paths: [path],
    needed: neededIn(collection, [], []),
  });
  const paths = value.steps.map(({ item }) => item.path);
  // A folder or a collection in one file has requests of other paths only.
  return paths.includes(path) ? paths.filter((it) => it !== path) : [];
}
