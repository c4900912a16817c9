import { loadRun } from "../../host/run/load_run.ts";
import { Locator } from "../../host/locate/locator.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import type { Step } from "../../plan/types.ts";
import { escapeControls } from "../../report/text/escape_controls.ts";
import { loadingCode } from "../../run/exit_code.ts";
import { createMasker } from "../../secrets/masker.ts";
import { Output } from "../run/output.ts";
import { styleFor } from "../style_for.ts";
import type { ListOptions } from "./options.ts";

/** `brace list`: prints the selected requests in the order of a run, and the environments. */
export async function listCommand(options: ListOptions): Promise<number> {
  const output = new Output(options, new Locator(), createMasker());
  const { value: loaded, diagnostics } = await loadRun(options);
  await output.diagnostics(diagnostics);
  if (loaded === undefined) return loadingCode(diagnostics);
  const { plan, collection } = loaded;
  const requests = plan.steps
    .map(listed);
  const environments = collection.environments.map(({ name }) => name);
  if (options.format === "json") {
    const { name } = collection;
    const listing = { version: "1", name, environments, requests };
    writeOutput(`${JSON.stringify(listing, null, 2)}\n`, "json");
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
    const tags = request.tags.map((tag) => `  #${escapeControls(tag)}`);
    writeOutput(
      `${style.bold(method)}  ${path}  ${style.dim(name)}\n` +
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

/** A request as programs see it: its texts as written. */
interface Listed {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly method: string;
  readonly url: string;
  readonly tags: readonly string[];
}

function listed({ item, folders }: Step): Listed {
  const tags = [
    ...new Set([...folders.flatMap((it) => it.tags), ...item.tags]),
  ];
  const { path, name } = item;
  return item.kind === "request"
    ? {
      path,
      name,
      type: item.type,
      method: item.method.text,
      url: item.url.text,
      tags,
    }
    : { path, name, type: item.type, method: item.type, url: "", tags };
}
