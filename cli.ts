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

Deno.exit(await main(Deno.args));
