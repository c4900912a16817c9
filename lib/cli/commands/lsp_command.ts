import { serveEditor } from "../../lsp/serve.ts";
import { configuredGlobals } from "../config/with_globals.ts";

/** `brace lsp`: serves an editor on standard input and output until it is gone. */
export async function lspCommand(): Promise<number> {
  return await serveEditor({
    input: Deno.stdin.readable,
    output: Deno.stdout.writable,
    findGlobals: configuredGlobals,
  });
}
