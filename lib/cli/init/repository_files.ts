import { join, relative, resolve } from "node:path";
import { findConfig } from "../../host/scaffold/find_config.ts";
import { isFile } from "../../host/scaffold/is_file.ts";
import { readText } from "../../host/files/read_text.ts";
import { isPlainObject } from "../../core/source/is_plain_object.ts";
import { SERVE_PORT } from "../demo/options.ts";

/** What surrounds a collection in a repository: files to write, and lines to add to those that are there. */
export interface RepositoryFiles {
  readonly files: readonly (readonly [path: string, text: string])[];
  /** Where to add what, in words and as text. */
  readonly additions: readonly { readonly to: string; readonly line: string }[];
}

/** Files with secrets, which no repository keeps. */
const IGNORED = ".env";

/**
 * A task that runs the collection with the least permissions, in a deno.json of
 * its own or in the one that Deno would take; and what git is to ignore.
 *
 * @param folder The collection's folder, as given.
 */
export async function repositoryFiles(
  folder: string,
): Promise<RepositoryFiles> {
  const files: [path: string, text: string][] = [];
  const additions: { to: string; line: string }[] = [];
  const config = findConfig(resolve(folder));
  if (config === undefined) {
    const tasks = { run: task(".") };
    files.push(["deno.json", `${JSON.stringify({ tasks }, null, 2)}\n`]);
  } else {
    const path = relative(resolve(config, ".."), resolve(folder)) || ".";
    const command = task(path.replaceAll("\\", "/"));
    const present = await tasksOf(config);
    if (!Object.values(present).includes(command)) {
      additions.push({
        to: `the tasks of ${relative(Deno.cwd(), config)}`,
        line: `"${freeName(present)}": ${JSON.stringify(command)}`,
      });
    }
  }
  const ignore = join(folder, ".gitignore");
  if (!isFile(ignore)) files.push([".gitignore", `${IGNORED}\n`]);
  else if (!readText(ignore).split(/\r?\n/).includes(IGNORED)) {
    additions.push({ to: ignore, line: IGNORED });
  }
  return { files, additions };
}

/** The tasks of a configuration; none where it cannot be read. */
async function tasksOf(config: string): Promise<Record<string, unknown>> {
  const { parse } = await import("jsonc-parser");
  const { tasks } = Object(parse(readText(config)));
  return isPlainObject(tasks) ? tasks : {};
}

/** A name that no task has: in a mapping the last of two of one name would win. */
function freeName(tasks: Record<string, unknown>): string {
  const isFree = (name: string) => !Object.hasOwn(tasks, name);
  if (isFree("run")) return "run";
  let name = "brace";
  for (let count = 2; !isFree(name); count++) name = `brace${count}`;
  return name;
}

/** The task, for the folder that it is run in. */
function task(path: string): string {
  const shown = /^[\w./-]+$/.test(path) ? path : `'${path}'`;
  return `deno run --no-prompt --allow-net=127.0.0.1:${SERVE_PORT} --allow-read=${shown} jsr:@brace/brace@2/cli run ${shown} --env local`;
}
