// Sends or receives a large file in a process of its own and prints the peak
// of its memory in bytes: transfer.ts upload|download URL FOLDER

import { createEngine } from "../../lib/host/http/send.ts";
import { OPEN, renderedRequest } from "../support/rendered_request.ts";

if (import.meta.main) {
  const [direction, url, folder] = Deno.args;
  const engine = createEngine({
    timeout: 0,
    // So much of a download stays in memory, for scripts and reports.
    maxResponseSize: 1024 * 1024,
    files: { root: folder, allowRead: [] },
  });
  let peak = 0;
  const timer = setInterval(
    () => peak = Math.max(peak, Deno.memoryUsage().rss),
    20,
  );
  const at = { file: "bench.yml", path: [] };
  if (direction === "upload") {
    const body = { type: "file", path: "large.bin", at } as const;
    const request = renderedRequest(url, { method: "POST", body });
    await engine.send(request, { policy: OPEN });
  } else {
    const options = { policy: OPEN, output: `${folder}/download.bin` };
    await engine.send(renderedRequest(url), options);
  }
  clearInterval(timer);
  engine.close();
  console.log(peak);
}
