/** Runs the program with its arguments, then prints how much memory it had. */
import { main } from "../../lib/cli/main.ts";
import "./peak_at_end.ts";

Deno.exit(await main(Deno.args));
