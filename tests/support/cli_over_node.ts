// The program, with node:http for every request.
import { main } from "../../lib/cli/main.ts";
import { transport } from "../../lib/host/http/direct/suits_direct.ts";

if (import.meta.main) {
  transport.kind = "node";
  Deno.exitCode = 1;
  main(Deno.args).then(Deno.exit);
}
