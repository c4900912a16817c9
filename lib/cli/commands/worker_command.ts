import { serveWorker } from "../../host/load/serve_worker.ts";
import { writeBytes } from "../../host/terminal/write_output.ts";

const encoder = new TextEncoder();

/** `brace worker`: runs virtual users for a load generator until it is gone. */
export async function workerCommand(): Promise<number> {
  return await serveWorker({
    read: (buffer) => Deno.stdin.read(buffer),
    write: (line) => writeBytes(encoder.encode(`${line}\n`)),
  });
}
