import { serve } from "../../lsp/serve.ts";

/** `brace lsp`: serves an editor on standard input and output until it is gone. */
export async function lspCommand(): Promise<number> {
  return await serve({
    input: Deno.stdin.readable,
    output: Deno.stdout.writable,
  });
}
