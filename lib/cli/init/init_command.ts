import type { FileKind } from "../../core/collection/file_kind.ts";
import { schemaLine } from "../../core/collection/shape/schema_url.ts";
import { writeNewFiles } from "../../host/scaffold/write_new_files.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import type { InitOptions } from "./options.ts";
import { repositoryFiles } from "./repository_files.ts";
import { TEMPLATE } from "./template.ts";

/** Writes a small collection to start from and says how to run it. */
export async function initCommand(options: InitOptions): Promise<number> {
  const { folder } = options;
  const repository = await repositoryFiles(folder);
  const collection = TEMPLATE.map(([path, text]) =>
    [path, `${schemaLine(kindOf(path))}\n${text}`] as const
  );
  const files = [...collection, ...repository.files];
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
