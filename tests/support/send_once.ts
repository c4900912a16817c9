/**
 * Sends a GET to each URL, in a process whose Deno permissions a test chooses;
 * prints an array with the status, or code and message, of each.
 */
import { createEngine } from "../../lib/host/http/send.ts";
import { DiagnosticError } from "../../lib/core/source/errors.ts";
import { OPEN, renderedRequest } from "./rendered_request.ts";

const engine = createEngine({ insecure: true });
const results: unknown[] = [];
for (const url of Deno.args) {
  try {
    const response = await engine.send(renderedRequest(url), { policy: OPEN });
    results.push(response.status);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [{ code, message }] = error.diagnostics;
    results.push(`${code} ${message}`);
  }
}
engine.close();
console.log(JSON.stringify(results));
