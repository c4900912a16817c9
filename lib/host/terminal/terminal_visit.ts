import type { Visit } from "../../core/auth/oauth2/token_ports.ts";
import { writeError } from "./write_output.ts";

/** Tells the person at the terminal where to grant access; undefined without a terminal. */
export function terminalVisit(): ((visit: Visit) => void) | undefined {
  if (!Deno.stdin.isTerminal() || !Deno.stderr.isTerminal()) return undefined;
  return ({ url, userCode }) => {
    const code = userCode === undefined ? "" : ` (code: ${userCode})`;
    // The cursor may stand behind a line of progress.
    writeError(`\nOpen this in a browser to grant access${code}:\n  ${url}\n`);
  };
}
