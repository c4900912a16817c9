import { relative, resolve } from "node:path";
import { resolveEnvironments } from "../../core/collection/environment.ts";
import { readCollection } from "../../core/collection/read_collection.ts";
import type { Collection, Variable } from "../../core/collection/types.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { VERSION } from "../../core/source/version.ts";
import { openCheck } from "../../host/check/open_check.ts";
import { writeCollection } from "../../host/import/write_collection.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { exportArtillery } from "../../tools/convert/export/export_artillery.ts";
import { envNames } from "../../tools/check/uses/env_names.ts";
import type { ExportOptions } from "../command.ts";
import { usageError } from "../usage_error.ts";
import { wholeCollection } from "./whole_collection.ts";
import { printProblem } from "../print_diagnostics.ts";

/**
 * `brace export artillery`: writes a project that puts load on what a
 * collection talks to. The collection stays where it is.
 *
 * @throws {DiagnosticError} The collection cannot be read, or not be written.
 */
export async function exportLoad(options: ExportOptions): Promise<number> {
  const { output, env, path, format, withSecrets } = options;
  if (withSecrets) {
    throw usageError(
      'Cannot use "--with-secrets" with "export artillery": its files never hold secrets',
      { command: "export" },
    );
  }
  if (output === undefined) {
    throw usageError(
      'Cannot export to standard output: these are several files, name a folder with "--output DIR"',
      { command: "export" },
    );
  }
  const { files, main, root } = wholeCollection(path);
  const { value: collection, diagnostics } = readCollection({
    root: "",
    files,
    main,
  });
  if (collection === undefined) throw new CollectionError(diagnostics);
  const environments = resolveEnvironments(collection, env);
  if (environments.value === undefined || environments.diagnostics.length > 0) {
    throw new CollectionError(environments.diagnostics);
  }
  const chosen = new Set(environments.value.map(({ name }) => name));
  const { named, variables } = await besides(options, root, chosen);
  const written = exportArtillery({
    name: collection.name,
    collection: wayTo(root, output),
    files: [...new Set([...files.keys(), ...named])]
      .filter((file) => !isPrivate(file)).toSorted(),
    environments: env,
    secrets: secretsOf(collection, environments.value),
    variables,
    version: VERSION,
  });
  const problem = await writeCollection(
    output,
    new Map([...written].map(([name, text]) => [name, { text }])),
    options,
  );
  if (problem) {
    printProblem(problem);
    return loadingCode([problem]);
  }
  if (format === "json") {
    const report = { kind: options.kind, source: path, output };
    writeOutput(
      `${JSON.stringify({ ...report, files: [...written.keys()] }, null, 2)}\n`,
    );
    return 0;
  }
  writeOutput(
    `Wrote ${written.size} files to ${output}\n${hint(collection, env)}${
      permitted(variables)
    }Run it: cd ${output} && npm install && npm run load\n`,
  );
  return 0;
}

/** What a collection with environments may lack without one. */
function hint(
  { environments }: Collection,
  chosen: readonly string[],
): string {
  if (chosen.length > 0 || environments.length === 0) return "";
  const names = environments.map(({ name }) => name).slice(0, 10).join(", ");
  return `No environment is chosen: write one to "env" in load.yml if the requests need it (${names})\n`;
}

/** The way from one folder to another, as Artillery's file has it on any system. */
function wayTo(root: string, output: string): string {
  return relative(resolve(output), resolve(root)).replaceAll("\\", "/") || ".";
}

/** Names what load.yml lets the collection read, which nobody asked for. */
function permitted(variables: readonly string[]): string {
  const allowed = variables.filter((name) => !name.startsWith("BRACE_"));
  const names = allowed.slice(0, 10).join(", ");
  const more = allowed.length > 10 ? ", …" : "";
  return allowed.length === 0
    ? ""
    : `The collection may read variables of the process: set them, or take them out of "allowEnv" in load.yml (${names}${more})\n`;
}

/** The files that are not of the collection's format, and that its requests send and its scripts load; and the variables of the process that it reads. */
async function besides(
  { path, env }: ExportOptions,
  root: string,
  environments: ReadonlySet<string>,
): Promise<{ named: string[]; variables: string[] }> {
  const found = new Set<string>();
  const { index } = await openCheck({
    paths: [path],
    environments: env,
    vars: [],
    envVars: [],
    reads: (file) => found.add(wayTo(file, root)),
  });
  index?.check();
  const levels = index?.levels().filter((level) =>
    "scripts" in level || environments.has(level.name)
  );
  return {
    named: [...found].filter((file) => !file.startsWith("../")),
    variables: index && levels ? envNames(levels, index.scripts) : [],
  };
}

/** Files with values that are for this machine alone. */
function isPrivate(file: string): boolean {
  return /(?:^|\/)\.env(?:\.|$)/.test(file);
}

function secretsOf(
  { defaults }: Collection,
  environments: readonly { readonly variables: readonly Variable[] }[],
): string[] {
  const variables = [defaults, ...environments].flatMap((one) => one.variables);
  return [
    ...new Set(
      variables.filter(({ secret, disabled }) => secret && !disabled)
        .map(({ name }) => name),
    ),
  ];
}
