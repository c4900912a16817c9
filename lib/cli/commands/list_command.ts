import { listRequests } from "../../host/run/list_requests.ts";
import { loadRun } from "../../host/run/load_run.ts";
import { Locator } from "../../host/locate/locator.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { Output } from "../run/output.ts";
import { forCommand } from "../for_command.ts";
import { styleFor } from "../style_for.ts";
import type { ListOptions } from "../command.ts";

/** `brace list`: prints the requests that a run sends, in its order, and the environments. */
export async function listCommand(options: ListOptions): Promise<number> {
  const masker = createMasker();
  const output = new Output(options, new Locator(), masker);
  const { value: loaded, diagnostics } = await loadRun(options, {
    stages: true,
    rowless: true,
  });
  await output.diagnostics(forCommand("list", diagnostics));
  if (loaded === undefined) return loadingCode(diagnostics);
  const all = listRequests(loaded);
  const requests = all.requests.map((one) => ({
    ...one,
    url: masker.maskValue(one.url),
  }));
  const listing = { ...all, requests };
  const { environments } = listing;
  if (options.format === "json") {
    const json = JSON.stringify({ version: "1", ...listing }, null, 2);
    writeOutput(`${json}\n`, "json");
    return 0;
  }
  const style = styleFor(Deno.stdout, options.color);
  const width = Math.max(0, ...requests.map(({ method }) => method.length));
  for (const request of requests) {
    const [method, path, name, url] = [
      request.method.padEnd(width),
      request.path,
      request.name,
      request.url,
    ].map(escapeControls);
    const stage = request.stage === undefined ? "" : `  (${request.stage})`;
    const tags = request.tags.map((tag) => `  #${escapeControls(tag)}`);
    writeOutput(
      `${style.bold(method)}  ${path}  ${style.dim(name)}${stage}\n` +
        `${" ".repeat(width)}  ${style.dim(url)}${tags.join("")}\n`,
    );
  }
  const envs = environments.length === 0
    ? ""
    : ` · environments: ${escapeControls(environments.join(", "))}`;
  writeOutput(
    `\n${requests.length} request${requests.length === 1 ? "" : "s"}${envs}\n`,
  );
  return 0;
}
