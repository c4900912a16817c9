/**
 * Runs the program with its arguments, then prints its exit code and how much
 * memory it had at most, in MiB. With `BRACE_TEST_OVER=node`, node:http sends
 * every request.
 */
import { main } from "../../lib/cli/main.ts";
import { transport } from "../../lib/host/http/direct/suits_direct.ts";

if (Deno.env.get("BRACE_TEST_OVER") === "node") transport.kind = "node";

const code = await main(Deno.args);
const status = await Deno.readTextFile("/proc/self/status");
const peak = Number(/^VmHWM:\s*(\d+) kB/m.exec(status)![1]) / 1024;
console.log(`\ncode ${code} peak ${Math.round(peak)}`);
Deno.exit();
