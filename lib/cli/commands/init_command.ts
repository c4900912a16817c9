import { parse } from "jsonc-parser";
import type { FileKind } from "../../core/collection/format.ts";
import { schemaLine } from "../../core/collection/shape/schema_url.ts";
import { writeNewFiles } from "../../host/scaffold/write_new_files.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { type InitOptions, SERVE_PORT } from "../command.ts";
import { join, relative, resolve } from "../../host/path.ts";
import { findConfig, isFile } from "../../host/scaffold/find_config.ts";
import { readText } from "../../host/files/read_text.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";
import { scriptTypes, TYPES_FILE } from "../../lsp/complete/script_types.ts";

/** Writes a small collection to start from and says how to run it. */
export async function initCommand(options: InitOptions): Promise<number> {
  const { folder } = options;
  const repository = repositoryFiles(folder);
  const collection = TEMPLATE.map(([path, text]) =>
    [path, `${schemaLine(kindOf(path))}\n${text}`] as const
  );
  const files = [
    ...collection,
    [TYPES_FILE, scriptTypes()] as const,
    ...repository.files,
  ];
  await writeNewFiles(folder, files);
  const brace = programName();
  writeOutput(`Wrote ${files.length} files to ${folder}:
${files.map(([path]) => `  ${path}\n`).join("")}${
    repository.additions.map(({ to, line }) => `\nAdd to ${to}:\n  ${line}\n`)
      .join("")
  }
Next, the API in one terminal and the collection in another:
  ${brace} demo --serve
  ${brace} run ${quoted(folder)} --env local
`);
  return 0;
}

function kindOf(path: string): FileKind {
  if (path === "opencollection.yml") return "collection";
  if (path.startsWith("environments/")) return "environment";
  return path.endsWith("/folder.yml") ? "folder" : "request";
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./\\:-]+$/.test(path) ? path : `"${path}"`;
}

/** What surrounds a collection in a repository: files to write, and lines to add to those that are there. */
interface RepositoryFiles {
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
function repositoryFiles(folder: string): RepositoryFiles {
  const files: [path: string, text: string][] = [];
  const additions: { to: string; line: string }[] = [];
  const config = findConfig(resolve(folder));
  if (config === undefined) {
    const tasks = { run: task(".") };
    files.push(["deno.json", `${JSON.stringify({ tasks }, null, 2)}\n`]);
  } else {
    const path = relative(resolve(config, ".."), resolve(folder)) || ".";
    const command = task(path.replaceAll("\\", "/"));
    const present = tasksOf(config);
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
function tasksOf(config: string): Record<string, unknown> {
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

/** The files that `brace init` writes: path and text. */
export const TEMPLATE: readonly (readonly [path: string, text: string])[] = [
  [
    "opencollection.yml",
    `opencollection: 1.0.0

info:
  name: My API

# Every request of the collection inherits this.
request:
  headers:
    - name: Accept
      value: application/json
  variables:
    - name: userName
      value: Grace Hopper
`,
  ],
  [
    "environments/local.yml",
    `# brace run --env local
name: local
variables:
  - name: baseUrl
    value: http://127.0.0.1:${SERVE_PORT}
`,
  ],
  [
    "users/folder.yml",
    `# A folder can have its own headers, auth, variables and scripts.
info:
  name: users
  type: folder
  seq: 1
`,
  ],
  [
    "users/create.yml",
    `info:
  name: Create a user
  type: http
  # Requests of a folder run in this order.
  seq: 1

http:
  method: POST
  # Quote a text that begins with a placeholder: YAML reads braces otherwise.
  url: "{{baseUrl}}/users"
  body:
    type: json
    data: |-
      {
        "name": "{{userName}}",
        "admin": false
      }

runtime:
  scripts:
    # What a script sets is there for every request that follows.
    - type: after-response
      code: |-
        client.setVar("user", res.body);
    - type: tests
      code: |-
        test("the user has an id", () => {
          expect(res.body.id).to.be.a("number");
        });
  assertions:
    - expression: res.status
      operator: eq
      value: "201"
`,
  ],
  [
    "users/read.yml",
    `info:
  name: Read the user
  type: http
  seq: 2

http:
  method: GET
  # A property of the variable that the request before has set.
  url: "{{baseUrl}}/users/{{user.id}}"

runtime:
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
    - expression: res.body.name
      operator: eq
      value: "{{userName}}"
`,
  ],
];
