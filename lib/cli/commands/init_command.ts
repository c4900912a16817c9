import { parse } from "jsonc-parser";
import { type FileKind, YAML_FORMAT } from "../../core/collection/format.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { schemaLine } from "../../core/collection/shape/schema_url.ts";
import { presentCollection } from "../../host/scaffold/present_collection.ts";
import { type Addition, typesApart } from "../../host/scaffold/types_apart.ts";
import { writeNewFiles } from "../../host/scaffold/write_new_files.ts";
import {
  checkoutFolder,
  programName,
} from "../../host/terminal/program_name.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { type InitOptions, SERVE_PORT } from "../command.ts";
import { basename, join, relative, resolve } from "../../host/path.ts";
import { isFile } from "../../host/files/is_file.ts";
import { findConfig } from "../../host/scaffold/find_config.ts";
import { rootOf } from "../../host/files/load/find_target.ts";
import { collectionsIn } from "../../host/files/load/named_path.ts";
import { readText } from "../../host/files/read_text.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";
import { scriptTypes, TYPES_FILE } from "../../lsp/complete/script_types.ts";

/** Writes a small collection to start from and says how to run it. */
export async function initCommand(options: InitOptions): Promise<number> {
  const { folder, onlyTypes } = options;
  if (onlyTypes) {
    await writeNewFiles(folder, [[TYPES_FILE, scriptTypes()]], {
      instead: "remove it to write it anew",
    });
    const apart = typesApart(folder, TYPES_FILE);
    writeOutput(
      `Wrote ${TYPES_FILE} to ${folder}\n${
        apart.length > 0
          ? additionLines(apart)
          : "\nNext, so that editors read it: a tsconfig.json beside it ({} is enough)\n"
      }${elsewhere(folder)}`,
    );
    return 0;
  }
  refuseCollection(folder);
  const repository = repositoryFiles(folder);
  const collection = TEMPLATE.map(([path, text]) =>
    [path, `${schemaLine(kindOf(path))}\n${text}`] as const
  );
  const files = [
    ...collection,
    [TYPES_FILE, scriptTypes()] as const,
    ...repository.files,
  ];
  await writeNewFiles(folder, files, {
    instead: INSTEAD,
  });
  const brace = programName();
  writeOutput(`Wrote ${files.length} files to ${folder}:
${files.map(([path]) => `  ${path}\n`).join("")}${
    additionLines([
      ...repository.additions,
      ...typesApart(folder, TYPES_FILE),
    ])
  }${
    repository.hasTask && checkoutFolder() !== undefined
      ? `\nThe task runs Brace from this checkout. If others use the task, replace the\npath with ${PUBLISHED}\n`
      : ""
  }
Next, the API in one terminal and the collection in another:
  ${brace} demo --serve
  ${brace} run ${shellPath(folder)} --env local
`);
  return 0;
}

function additionLines(additions: readonly Addition[]): string {
  return additions.map(({ to, line }) => `\nAdd to ${to}:\n  ${line}\n`)
    .join("");
}

/** What to do where a collection is there already. */
const INSTEAD = "choose another folder, or write only brace.d.ts with --types";

/**
 * Refuses a folder whose requests no run would send beside the new ones. In a
 * collection in YAML, the file that is there says so.
 */
function refuseCollection(folder: string): void {
  const present = presentCollection(folder);
  if (present === undefined) return;
  const isPart = present.kind === "collection" &&
    present.root !== resolve(folder);
  if (
    present.kind === "collection" && !isPart &&
    present.main === YAML_FORMAT.mains[0]
  ) return;
  const state = present.kind === "workspace"
    ? "it has collections of Postman's"
    : isPart
    ? `it is a folder of the collection "${
      relative(Deno.cwd(), present.root) || "."
    }"`
    : "it is a collection already";
  throw new DiagnosticError([{
    code: "WRITE",
    severity: "error",
    message:
      `Cannot write to "${folder}": ${state}, whose requests would no longer run (${INSTEAD})`,
  }]);
}

/** Names a collection below a folder that is none: a compiler that reads the types twice finds errors in them. */
function elsewhere(folder: string): string {
  const [first] = hasCollection(folder) ? [] : collectionsIn(folder);
  return first === undefined
    ? ""
    : `\n${folder} is not a collection: if you meant ${
      join(folder, first)
    }, move ${TYPES_FILE} there\n`;
}

function hasCollection(folder: string): boolean {
  return typeof rootOf(resolve(folder), folder) === "string";
}

function kindOf(path: string): FileKind {
  if (path === "opencollection.yml") return "collection";
  if (path.startsWith("environments/")) return "environment";
  return path.endsWith("/folder.yml") ? "folder" : "request";
}

/** What surrounds a collection in a repository: files to write, and lines to add to those that are there. */
interface RepositoryFiles {
  readonly files: readonly (readonly [path: string, text: string])[];
  readonly additions: readonly Addition[];
  /** Whether a task is among them. */
  readonly hasTask: boolean;
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
  const additions: Addition[] = [];
  const config = findConfig(resolve(folder));
  let hasTask = config === undefined;
  if (config === undefined) {
    const tasks = { run: task(".", entry(resolve(folder))) };
    files.push(["deno.json", `${JSON.stringify({ tasks }, null, 2)}\n`]);
  } else {
    const home = resolve(config, "..");
    const path = relative(home, resolve(folder)) || ".";
    const command = task(path.replaceAll("\\", "/"), entry(home));
    const present = tasksOf(config);
    if (!Object.values(present).includes(command)) {
      hasTask = true;
      additions.push({
        to: `the tasks of ${relative(Deno.cwd(), config)}`,
        line: `"${freeName(present, basename(resolve(folder)))}": ${
          JSON.stringify(command)
        }`,
      });
    }
  }
  const ignore = join(folder, ".gitignore");
  if (!isFile(ignore)) files.push([".gitignore", `${IGNORED}\n`]);
  else if (!readText(ignore).split(/\r?\n/).includes(IGNORED)) {
    additions.push({ to: ignore, line: IGNORED });
  }
  return { files, additions, hasTask };
}

/** The tasks of a configuration; none where it cannot be read. */
function tasksOf(config: string): Record<string, unknown> {
  const { tasks } = Object(parse(readText(config)));
  return isPlainObject(tasks) ? tasks : {};
}

/**
 * A name that no task has: in a mapping the last of two of one name would win.
 * The folder's comes before a number.
 */
function freeName(tasks: Record<string, unknown>, folder: string): string {
  const isFree = (name: string) => !Object.hasOwn(tasks, name);
  const names = ["run", "brace", ...TASK_NAME.test(folder) ? [folder] : []];
  const free = names.find(isFree);
  if (free !== undefined) return free;
  let count = 2;
  while (!isFree(`brace${count}`)) count++;
  return `brace${count}`;
}

/** What is a task's name without quotes and escapes. */
const TASK_NAME = /^[a-z][\w-]*$/i;

/** The task, for the folder that it is run in. */
function task(path: string, program: string): string {
  const shown = inTask(path);
  return `deno run --no-prompt --allow-net=127.0.0.1:${SERVE_PORT} --allow-read=${shown} ${
    inTask(program)
  } run ${shown} --env local`;
}

/** A path as the shell of Deno's tasks takes it. */
function inTask(path: string): string {
  return /^[\w./:@-]+$/.test(path) ? path : `'${path}'`;
}

const PUBLISHED = "jsr:@brace/brace@2/cli";

/** The program as a task in this folder runs it: the checkout's, where Brace runs from one. */
function entry(folder: string): string {
  const checkout = checkoutFolder();
  return checkout === undefined
    ? PUBLISHED
    : relative(folder, join(checkout, "cli.ts")).replaceAll("\\", "/");
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
  # Quote text that begins with a placeholder. Otherwise YAML reads the braces as a mapping.
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
    # Every later request sees the variables that a script sets.
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
  # A property of the variable that the previous request set.
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
