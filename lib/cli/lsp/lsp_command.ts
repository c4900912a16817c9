import process from "node:process";
import { withoutEnvironment } from "../../host/without_environment.ts";

/** `brace lsp`: serves an editor on standard input and output until it is gone. */
export async function lspCommand(): Promise<number> {
  const { serve } = await withoutEnvironment(() =>
    import("../../lsp/serve.ts")
  );
  return await serve({ input: process.stdin, output: process.stdout });
}
