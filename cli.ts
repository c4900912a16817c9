/**
 * The command line of Brace, `brace` where it is installed:
 *
 * ```sh
 * deno run -A jsr:@brace/brace/cli run my-api --env local
 * ```
 *
 * @module
 */
import { main } from "./lib/cli/main.ts";

// A thread that imports what was built into one file with this one is no run.
// Not awaited: a process that has nothing to wait for tells so then.
if (import.meta.main) {
  // Such a process has not done its work.
  Deno.exitCode = 1;
  main(Deno.args).then(Deno.exit);
}
